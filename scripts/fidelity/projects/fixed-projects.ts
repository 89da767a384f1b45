import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FidelityProject, Scenario, Client } from '../project.ts';
import { copyProject, repository } from './copy-project.ts';
import { SignJWT } from 'jose';
import { fixedVariables } from '../runners/running-server.ts';

const anonymous: Client = { name: '' };

const bearer = (name: string, token: string): Client => ({ name, credential: () => ({ authorization: `Bearer ${token}` }) });

/** One moment for all runs of a process, so that tokens differ in their issuer alone. */
const issuedAt = Math.floor(Date.now() / 1000);
const lifetimeSeconds = 6 * 3600;

/** A caller with a token as the server itself issues it, for the address that it is reached at. */
const signedByServer = (claims: Readonly<Record<string, unknown>>): Client => ({
  name: 'signed in',
  credential: async (endpoint) => {
    const iss = new URL(endpoint).origin;
    const token = await new SignJWT({ sub: 'ann', iss, aud: endpoint, iat: issuedAt, exp: issuedAt + lifetimeSeconds, ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(fixedVariables['JWT_SECRET']));
    return { authorization: `Bearer ${token}` };
  },
});

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

/** Of servers that sign people in. An unknown path is not among them: each platform has its own page for those. */
const documents = ['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-authorization-server'];
const signInPages = [...documents, '/oauth/authorize'];

/** Modules of Node's that a worker has not. */
const nodeOnly: Changes = { refusals: { worker: ['builtin-module'] } };
/** Pages of an author's own: they are built, and a worker has none. */
const ownPages: Changes = { baseline: 'node-esbuild', refusals: { worker: ['target-unsupported'] } };

const adminKey = 'admin-key-of-this-run-0123';
const guestKey = 'guest-key-of-this-run-0123';
const keys = JSON.stringify([
  { token: adminKey, sub: 'root', scopes: ['write'], claims: { roles: ['admin'], name: 'Root' } },
  { token: guestKey, sub: 'guest', claims: { roles: ['guest'] } },
]);
const withKeys: Scenario = {
  name: 'keys',
  variables: { NODE_ENV: 'production', KEYS: keys, SERVICE_KEY: 'a key for elsewhere' },
  clients: [anonymous, bearer('admin', adminKey), bearer('guest', guestKey), bearer('wrong', 'wrong-key-of-this-run-0123')],
};
/** Tokens of this server, signed with the secret of all runs. */
const withTokens: Scenario = {
  ...production,
  clients: [anonymous, signedByServer({ scope: 'write', roles: ['admin'] }), bearer('wrong', 'no token')],
};
/** A worker knows no address of its own; an app in the mode transparent needs one. */
const reachedAt = { SERVICE_ALLOWED_HOSTS: '127.0.0.1' };
const appClients = ['alpha', 'beta', 'zeta'].flatMap((id) => [
  { ...anonymous, name: id, path: `/mcp/${id}` },
  { ...bearer(`${id} with a key`, `${id}-key-of-this-run-0123`), path: `/mcp/${id}` },
]);
const splitKeys: Scenario = {
  name: 'keys',
  variables: { NODE_ENV: 'production', ALPHA_KEYS: 'alpha-key-of-this-run-0123', BETA_KEYS: 'beta-key-of-this-run-0123', ...reachedAt },
  clients: appClients,
};
const standaloneKeys: Scenario = {
  name: 'keys',
  variables: { NODE_ENV: 'production', ADMIN_KEYS: adminKey },
  clients: [
    anonymous,
    { ...anonymous, name: 'admin', path: '/mcp/admin' },
    { ...bearer('admin with a key', adminKey), path: '/mcp/admin' },
    { ...anonymous, name: 'both', path: '/mcp/both' },
  ],
};
/** One project for each entry of the folder. */
const accessScenarios: Readonly<Record<string, readonly Scenario[]>> = {
  credentials: [unset, withKeys],
  public: [unset, withTokens],
  remote: [unset, { ...production, pages: signInPages }],
  split: [unset, splitKeys],
  standalone: [unset, standaloneKeys],
  static: [unset, withKeys],
  transparent: [unset, { ...production, pages: documents }],
};

/** What the table of changes says of a folder: one project in the common way where it is not named. */
export const changesOf: Readonly<Record<string, readonly Changes[]>> = {
  'fixtures/access': Object.entries(accessScenarios).map(([name, scenarios]) => ({ entry: `src/${name}.ts`, scenarios })),
  // Markdown and other files are modules for a bundler alone.
  'fixtures/assets': [{ ...nodeOnly, baseline: 'node-esbuild' }],
  'fixtures/auth-ui': [ownPages],
  // Its packages exist as CommonJS only, which rollup does not read.
  'fixtures/auth-ui-react': [{ ...ownPages, refusals: { ...ownPages.refusals, 'node-rollup': ['bundle-failed'] } }],
  'fixtures/conformance': [
    {
      baseline: 'node-esbuild',
      uncalled: { slow_compute: 'waits as many seconds as its argument says' },
      // A tool that runs only as a task, and no store for tasks.
      refusals: { worker: ['target-unsupported'] },
    },
  ],
  'fixtures/environment': [
    {
      scenarios: [
        unset,
        { name: 'development', variables: { NODE_ENV: 'development', LEDGER: 'a ledger' } },
        { ...production, clients: [anonymous, bearer('key', 'production-key-0123456789')] },
      ],
    },
  ],
  'fixtures/guarded': [
    {
      uncalled: { alone: 'runs until another request lets it go', trace: 'sends a request to its argument' },
      absent: { worker: { '/messages/0/result/capabilities/extensions': 'a worker without a store for tasks has none' } },
    },
  ],
  'fixtures/local-auth': [{ scenarios: [unset, { ...withTokens, pages: signInPages }] }],
  'fixtures/logging': [
    {
      builds: ['node-esbuild', 'node-rollup'],
      scenarios: [unset, withVariable('GIVEN_OPTIONS', '{"prefix":"shop","redactFields":["sku"]}')],
    },
  ],
  // Of its 120 tools, each is called often enough in two environments and two eras.
  'fixtures/schemas': [{ callsPerTool: 4 }],
  'fixtures/skills': [{ baseline: 'node-esbuild' }],
  // Widgets are made by a bundler alone.
  'fixtures/widgets': [{ baseline: 'node-esbuild' }],
  'fixtures/telemetry': [{ builds: ['node-esbuild'], uncalled: { work: 'sends a request to its argument' } }],
  'examples/files': [nodeOnly],
  'examples/git-history': [nodeOnly],
  'src/templates/local': [nodeOnly],
  'examples/many-tools': [{ builds: ['node-esbuild'], scenarios: [withVariable('GITHUB_API', 'http://127.0.0.1:9')] }],
  'examples/repositories': [{ builds: ['node-esbuild', 'node-rollup'], scenarios: [withVariable('GITHUB_API', 'http://127.0.0.1:9')] }],
  'examples/shop': [{ baseline: 'node-esbuild' }],
  'src/templates/widget': [{ baseline: 'node-esbuild' }],
  'examples/weather': [{ scenarios: [withVariable('WEATHER_API', 'http://127.0.0.1:9')] }],
};

/** Projects that are not run, each with its reason. */
export const leftOut: Readonly<Record<string, string>> = {
  'fixtures/testing': 'one of its tools never answers; the tests of packages/testing run it',
  'fixtures/shared': 'its stores are in Redis, which is not there; test/cluster/shared-*.test.ts run it',
};

const kinds = { fixtures: 'fixture', examples: 'example', 'src/templates': 'template' } as const;

/** Folders of the repository that hold a project. */
export const projectFolders = (): string[] =>
  Object.keys(kinds).flatMap((parent) =>
    readdirSync(join(repository, parent))
      .filter((name) => ['package.json', 'src/main.ts'].some((file) => existsSync(join(repository, parent, name, file))))
      .map((name) => `${parent}/${name}`)
      .sort(),
  );

function source(folder: string, changes: Changes): ProjectSource {
  const [base = ''] = folder.split('/').slice(-1);
  const kind = kinds[folder.slice(0, -base.length - 1) as keyof typeof kinds];
  const part = changes.entry === undefined ? '' : `-${changes.entry.replace(/^src\//, '').replace(/\.ts$/, '')}`;
  const name = `${kind}-${base}${part}`;
  return { name, make: () => ({ name, kind, scenarios: [unset, production], ...changes, ...copyProject(folder, name) }) };
}

/** Every project of the repository that boots without a service beside it: a new folder is in, unless it is named in {@link leftOut}. */
export const fixedProjects: readonly ProjectSource[] = projectFolders()
  .filter((folder) => leftOut[folder] === undefined)
  .flatMap((folder) => (changesOf[folder] ?? [{}]).map((changes) => source(folder, changes)));
