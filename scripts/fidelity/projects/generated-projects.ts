import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeServer } from '../generate/make-server.ts';
import { planOf, type ServerPlan } from '../generate/server-plan.ts';
import type { FidelityProject, Scenario } from '../project.ts';
import { writeProject } from './copy-project.ts';
import type { ProjectSource } from './fixed-projects.ts';

/** Three values of NODE_ENV and of a variable of the project's own. */
const scenarios: readonly Scenario[] = [
  { name: 'unset', variables: {} },
  { name: 'development', variables: { NODE_ENV: 'development', FIDELITY_MODE: 'lite', FIDELITY_LIMIT: '6' } },
  {
    name: 'production',
    variables: { NODE_ENV: 'production', FIDELITY_MODE: 'full', FIDELITY_LIMIT: '3', FIDELITY_KEYS: 'a-key-of-this-test-0123' },
  },
];

/**
 * What every process of a run is begun with where a schema depends on time or chance: the year 2050 and numbers that are always the same. The
 * build has its own.
 */
const otherClock = `const Real = Date;
globalThis.Date = class extends Real { constructor(...given) { given.length > 0 ? super(...given) : super(Real.now() + 788_400_000_000); } };
Math.random = () => 0.25;`;
const preload: Readonly<Record<string, string>> = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(otherClock)}` };

/** A worker has no files, no folder and nothing that is begun before it. */
const ofNode = new Set<ServerPlan['schemas']>(['time', 'random', 'file', 'folder']);

/** A project that reads no variable is the same in all three but for what the SDK discloses. */
function scenariosOf(plan: ServerPlan): readonly Scenario[] {
  const chosen = chosenScenarios(plan);
  if (plan.schemas !== 'time' && plan.schemas !== 'random') return chosen;
  return chosen.map(({ name, variables }) => ({ name, variables: { ...variables, ...preload } }));
}

const chosenScenarios = ({ environment, lists, plugins, schemas, seed }: ServerPlan): readonly Scenario[] =>
  environment !== 'nothing' || lists === 'environment' || schemas === 'environment' || plugins === 'conditional'
    ? scenarios
    : scenarios.slice(seed % 2, (seed % 2) + 2);

const everywhere = (...codes: string[]): FidelityProject['refusals'] => ({ 'node-esbuild': codes, 'node-rollup': codes, worker: codes });

/** The name and version of a server stand in files beside the bundle: they are decided by the build, and an environment cannot. */
const refusalsOf = ({ environment }: ServerPlan): FidelityProject['refusals'] =>
  environment === 'info' ? everywhere('option-not-static') : {};

/** A generated project of a plan that is written down. */
const plannedProject = (name: string, plan: ServerPlan): ProjectSource => ({
  name,
  make: () => {
    const place = writeProject(name, makeServer(plan));
    const restated = plan.schemas === 'raw' ? writeProject(`${name}-restated`, makeServer({ ...plan, restated: true })) : undefined;
    return {
      name,
      kind: 'generated',
      root: place.root,
      ...(restated === undefined ? {} : { restatedAt: restated.root }),
      workingFolder: 'run',
      scenarios: scenariosOf(plan),
      ...(ofNode.has(plan.schemas) ? { builds: ['node-esbuild', 'node-rollup'] as const } : {}),
      refusals: refusalsOf(plan),
      callsPerTool: 4,
      remove: () => {
        place.remove();
        restated?.remove();
      },
    };
  },
});

/** So many projects of one seed. */
export const generatedProjects = (count: number, seed: number): readonly ProjectSource[] =>
  Array.from({ length: count }, (_, index) => plannedProject(`generated-${seed}-${index}`, planOf(index, seed)));

interface KeptPlan {
  readonly name: string;
  /** What it once showed. */
  readonly why: string;
  readonly plan: ServerPlan;
}

const keptFile = join(import.meta.dirname, '../../../fixtures/fidelity/kept-plans.json');

/** Plans that once showed a difference: part of every run, whatever its seed. */
export const keptProjects = (): readonly ProjectSource[] =>
  (JSON.parse(readFileSync(keptFile, 'utf8')) as readonly KeptPlan[]).map(({ name, plan }) => plannedProject(`kept-${name}`, plan));
