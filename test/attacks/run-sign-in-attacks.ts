import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newestNode } from '../../scripts/serving/judges.ts';
import { runProgram } from '../../scripts/testing/run-program.ts';
import { freePort, startRedis } from '../support/redis-server.ts';
import { bootSignInWorker } from '../support/sign-in-worker.ts';
import { SignInProject, testSecret } from '../support/sign-in-project.ts';
import type { SignInGiven, SignInServer } from '../support/sign-in-project.ts';
import type { AttackOutcome } from './attack.ts';
import { authorizeAttacks, stateAttacks } from './authorize-attacks.ts';
import { codeAttacks } from './code-attacks.ts';
import { foreignFormAttacks } from './foreign-form-attacks.ts';
import { formAttacks } from './form-attacks.ts';
import { guessAttacks } from './guess-attacks.ts';
import { patternAttacks } from './pattern-attacks.ts';
import { oddShapeAttacks } from './odd-shape-attacks.ts';
import { pageAttacks } from './page-attacks.ts';
import { refreshAttacks } from './refresh-attacks.ts';
import { revocationAttacks } from './revocation-attacks.ts';
import { sessionClientAttacks } from './session-client-attacks.ts';
import type { EdgeSignInAttack, RestartedAttack, SignInAttack } from './sign-in-attack.ts';
import { tokenAttacks } from './token-attacks.ts';

/** Tried on worker bundles as well. */
export const edgeSignInAttacks: readonly EdgeSignInAttack[] = [
  ...formAttacks,
  ...foreignFormAttacks,
  ...guessAttacks,
  ...patternAttacks,
  ...stateAttacks,
];

export const signInAttacks: readonly SignInAttack[] = [
  ...codeAttacks,
  ...authorizeAttacks,
  ...tokenAttacks,
  ...pageAttacks,
  ...oddShapeAttacks,
  ...sessionClientAttacks,
  ...edgeSignInAttacks,
];

export type StoreName = 'memory' | 'redis' | 'sqlite';

/** What `auth` says for each store; addresses come with the start. In memory without revocation, which most servers are without. */
const storages: Readonly<Record<StoreName, string>> = {
  memory: `tokenStorage: 'memory'`,
  redis: `revocation: true, tokenStorage: { redis: { host: '127.0.0.1', port: Number(process.env['TEST_REDIS_PORT']) } }`,
  sqlite: `revocation: true, tokenStorage: { sqlite: { path: process.env['TEST_SQLITE'] ?? '' } }`,
};

/** The store of the servers, reached from this process. */
function reachOf(store: StoreName, { TEST_REDIS_PORT, TEST_SQLITE }: Readonly<Record<string, string>>): object {
  return store === 'redis' ? { redis: { host: '127.0.0.1', port: Number(TEST_REDIS_PORT) } } : { sqlite: { path: TEST_SQLITE ?? '' } };
}

/** In a program of its own: the sqlite driver needs a newer Node than this one may be. */
async function forgetRecords(option: object, part: string): Promise<number> {
  const program = fileURLToPath(new URL('../support/forget-records.ts', import.meta.url));
  const args = ['--import', 'tsx', '--conditions=service-source', program, JSON.stringify(option), part];
  const { code, stderr, stdout } = await runProgram(newestNode(), args);
  if (code !== 0) throw new Error(`forget-records ended with ${code}: ${stderr}`);
  return Number(stdout);
}

/** Those that concern a server on this store. */
export const signInAttacksOn = (store: StoreName): readonly (SignInAttack | RestartedAttack)[] =>
  store === 'memory' ? signInAttacks : [...signInAttacks, ...revocationAttacks, ...refreshAttacks];

const source = readFileSync(new URL('../../fixtures/local-auth/src/main.ts', import.meta.url), 'utf8');

/** Builds a server with `auth: { mode: 'local' }` on one store and attacks its bundle. */
export async function runSignInAttacks(
  store: StoreName,
  attacks: readonly (SignInAttack | RestartedAttack)[] = signInAttacksOn(store),
): Promise<AttackOutcome[]> {
  const folder = mkdtempSync(join(tmpdir(), 'service-attacks-'));
  const redis = store === 'redis' ? await startRedis() : undefined;
  const project = new SignInProject('local-auth', {
    'src/main.ts': source.replace("mode: 'local',", `mode: 'local', ${storages[store]},`),
  });
  const variables = { TEST_SQLITE: join(folder, 'tokens.db'), TEST_REDIS_PORT: String(redis?.port ?? 0) };
  const boot = (given: SignInGiven = {}): Promise<SignInServer> =>
    project.boot({ ...given, node: newestNode(), variables: { ...variables, ...given.variables } });
  try {
    await project.build();
    const plain = await boot();
    const outcomes: AttackOutcome[] = [];
    const PORT = String(await freePort());
    for (const attack of attacks) {
      const given = 'given' in attack ? attack.given : undefined;
      const server = given === undefined ? plain : await boot(given);
      const restarted = (options: SignInGiven): Promise<SignInServer> => boot({ ...options, variables: { PORT } });
      const forget = (part: string): Promise<number> => forgetRecords(reachOf(store, variables), part);
      const attempt = 'restarts' in attack ? { ...attack, succeeds: () => attack.restarts(restarted, forget) } : attack;
      outcomes.push(await runOne(attempt, server, `node, ${store}`));
      if (server !== plain) await server.stop();
    }
    outcomes.push(grepLog(plain, `node, ${store}`));
    return outcomes;
  } finally {
    await project.close();
    await redis?.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The same on workerd: each set of options is a bundle of its own, started once. */
export async function runEdgeSignInAttacks(attacks: readonly EdgeSignInAttack[] = edgeSignInAttacks): Promise<AttackOutcome[]> {
  const outcomes: AttackOutcome[] = [];
  for (const options of new Set(attacks.map(optionsOf))) {
    const group = attacks.filter((attack) => optionsOf(attack) === options);
    const server = await bootSignInWorker(group[0]?.given);
    for (const attack of group) outcomes.push(await runOne(attack, server, 'worker'));
    await server.stop();
  }
  return outcomes;
}

/** An attack counts as well when it ends the server. */
async function runOne<Server extends Pick<SignInServer, 'oauth'>>(
  attack: Attempt<Server>,
  server: Server,
  target: string,
): Promise<AttackOutcome> {
  const succeeded = await attack.succeeds(server);
  const alive = await server.oauth.get('/healthz').then(
    ({ status }) => status < 500,
    () => false,
  );
  return { name: attack.name, advisory: attack.advisory, target, outcome: succeeded || !alive ? 'succeeded' : 'refused' };
}

const optionsOf = ({ given }: EdgeSignInAttack): string => JSON.stringify(given ?? {});

interface Attempt<Server> extends Pick<SignInAttack, 'name' | 'advisory'> {
  succeeds(server: Server): Promise<boolean>;
}

/** Every attack sent or got tokens, codes and secrets: none of them is in what the server wrote. */
function grepLog({ boot }: SignInServer, target: string): AttackOutcome {
  const written = boot.output.stderr + boot.output.stdout;
  const leaked =
    written.includes(testSecret) || /eyJ[\w-]+\.[\w-]+\.[\w-]+/.test(written) || /(?:code|token|verifier|secret)=[\w-]{16,}/.test(written);
  return { name: 'secrets in the log of all attacks', advisory: 'CWE-532', target, outcome: leaked ? 'succeeded' : 'refused' };
}
