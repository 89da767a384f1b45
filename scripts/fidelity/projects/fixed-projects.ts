import type { FidelityProject, Scenario } from '../project.ts';
import { copyProject } from './copy-project.ts';

/** A project that is made when its turn comes, so that its folder lives no longer than its run. */
export interface ProjectSource {
  readonly name: string;
  readonly make: () => FidelityProject;
}

type Changes = Omit<Partial<FidelityProject>, 'root' | 'remove' | 'name' | 'kind'>;

const unset: Scenario = { name: 'unset', variables: {} };
const production: Scenario = { name: 'production', variables: { NODE_ENV: 'production' } };
const withVariable = (name: string, value: string): Scenario => ({
  name: `${name} set`,
  variables: { NODE_ENV: 'production', [name]: value },
});

function source(kind: FidelityProject['kind'], folder: string, changes: Changes = {}): ProjectSource {
  const [base = ''] = folder.split('/').slice(-1);
  const part = changes.entry === undefined ? '' : `-${changes.entry.replace(/^src\//, '').replace(/\.ts$/, '')}`;
  const name = `${kind}-${base}${part}`;
  return { name, make: () => ({ name, kind, scenarios: [unset, production], ...changes, ...copyProject(folder, name) }) };
}

const fixture = (name: string, changes?: Changes): ProjectSource => source('fixture', `fixtures/${name}`, changes);
const example = (name: string, changes?: Changes): ProjectSource => source('example', `examples/${name}`, changes);
const template = (name: string): ProjectSource => source('template', `src/templates/${name}`);

/** Modules of Node's that a worker has not. */
const nodeOnly = { worker: ['bundle-failed'] };
/** Pages of an author's own: they are built, and a worker has none. */
const ownPages = { baseline: 'node-esbuild', refusals: { worker: ['target-unsupported'] } } as const;
/** Packages that exist as CommonJS only. */
const commonJs = { 'node-rollup': ['bundle-failed'] };

/** Every project of the repository that boots without a service beside it. */
export const fixedProjects: readonly ProjectSource[] = [
  fixture('calculator'),
  // Of its 120 tools, each is called often enough in two environments and two eras.
  fixture('schemas', { callsPerTool: 4 }),
  fixture('storefront'),
  fixture('legacy-decorators'),
  fixture('conformance', { baseline: 'node-esbuild' }),
  fixture('guarded', {
    uncalled: { alone: 'runs until another request lets it go', trace: 'sends a request to its argument' },
  }),
  fixture('skills', { baseline: 'node-esbuild' }),
  fixture('telemetry', { builds: ['node-esbuild'], uncalled: { work: 'sends a request to its argument' } }),
  fixture('logging', {
    builds: ['node-esbuild', 'node-rollup'],
    scenarios: [unset, withVariable('GIVEN_OPTIONS', '{"prefix":"shop","redactFields":["sku"]}')],
  }),
  fixture('auth-ui', ownPages),
  fixture('auth-ui-react', { ...ownPages, refusals: { ...ownPages.refusals, ...commonJs } }),
  fixture('chaos'),
  fixture('local-auth'),
  ...['credentials', 'public', 'remote', 'split', 'standalone', 'static', 'transparent'].map((name) =>
    fixture('access', { entry: `src/${name}.ts` }),
  ),
  example('files', { refusals: nodeOnly }),
  example('git-history', { refusals: nodeOnly }),
  example('weather', { scenarios: [withVariable('WEATHER_API', 'http://127.0.0.1:9')] }),
  template('basic'),
  template('full'),
];
