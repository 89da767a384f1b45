import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OAuthDriver } from '../support/oauth-driver.ts';
import { SignInProject } from '../support/sign-in-project.ts';
import { send } from '../support/wire-client.ts';
import type { AttackOutcome } from './attack.ts';
import { callerAttacks, openCallers } from './caller-attacks.ts';
import type { CallerAttack } from './caller-attacks.ts';
import { takeOut } from './take-out.ts';

const source = readFileSync(new URL('../../fixtures/local-auth/src/main.ts', import.meta.url), 'utf8');

/** The page is the author's own, and its fields are known to nobody else. */
const ownPage = `
    authenticate: ({ fields }) =>
      fields['pin'] === 'of ' + fields['user'] ? { ok: true, sub: String(fields['user']) } : { ok: false, message: 'Wrong PIN' },
    login: { render: ({ error = '', pendingAuthId }) => '<p>' + error + '</p><input name="pending_auth_id" value="' + pendingAuthId + '">' },`;

/** @param unguarded true: each without the guard that stops it, taken out of the bundle */
export async function runCallerAttacks(
  attacks: readonly CallerAttack[] = callerAttacks,
  { unguarded = false } = {},
): Promise<AttackOutcome[]> {
  const outcomes: AttackOutcome[] = [];
  for (const auth of new Set(attacks.map(authOf)))
    outcomes.push(
      ...(await runOn(
        auth,
        attacks.filter((attack) => authOf(attack) === auth),
        unguarded,
      )),
    );
  return outcomes;
}

const authOf = ({ auth = ownPage }: CallerAttack): string => auth;

const driverAt = (socketPath: string): OAuthDriver =>
  new OAuthDriver(
    (request) => send({ port: 0, socketPath, ...request, headers: { host: 'localhost', ...request.headers } }),
    'http://localhost',
  );

async function runOn(auth: string, attacks: readonly CallerAttack[], unguarded: boolean): Promise<AttackOutcome[]> {
  const project = new SignInProject('local-auth', { 'src/main.ts': source.replace("mode: 'local',", `mode: 'local',${auth}`) });
  const built = `${project.folder}-built`;
  const outcomes: AttackOutcome[] = [];
  try {
    await project.build({ build: { minify: false } });
    cpSync(project.folder, built, { recursive: true });
    for (const attack of attacks) {
      const { advisory, name, smaller = [], variables, without } = attack;
      cpSync(built, project.folder, { recursive: true });
      takeOut(project.folder, { name, without: unguarded ? [...smaller, ...without] : smaller });
      const socketPath = join(project.folder, 's');
      const server = await project.boot({
        variables: attack.atSocket === true ? { ...variables, SERVICE_SOCKET_PATH: socketPath } : variables,
      });
      const oauth = attack.atSocket === true ? driverAt(socketPath) : server.oauth;
      const succeeded = await attack.succeeds(await openCallers(oauth), oauth);
      outcomes.push({ name, advisory, target: 'node', outcome: succeeded ? 'succeeded' : 'refused' });
      await server.stop();
    }
    return outcomes;
  } finally {
    await project.close();
  }
}
