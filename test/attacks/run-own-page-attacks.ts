import { readFileSync } from 'node:fs';
import { OAuthDriver } from '../support/oauth-driver.ts';
import { SignInProject } from '../support/sign-in-project.ts';
import type { SignInServer } from '../support/sign-in-project.ts';
import { send } from '../support/wire-client.ts';
import type { WireAnswer } from '../support/wire-client.ts';
import type { AttackOutcome } from './attack.ts';
import type { OwnPageAttack, OwnPageScene } from './own-page-attack.ts';
import { takeOut } from './take-out.ts';
import { ownPageAttacks } from './own-page-attacks.ts';

const source = readFileSync(new URL('../../fixtures/auth-ui/src/main.ts', import.meta.url), 'utf8');

/** The server says on its error stream what ran. */
function saying(text: string): string {
  const tools = text.replaceAll(/=> (auth\.user\.sub|'sent')\);/g, "=> (console.error('TOOL RAN'), $1));");
  const said = tools.replace('{ current }) => {', "{ current }) => {\n  console.error('EXTRA RAN');");
  if (tools === text || said === tools) throw new Error('fixtures/auth-ui: the attacks no longer see what runs there');
  return said;
}

/**
 * Attacks the bundle of a server whose pages of signing in are its author's own.
 * @param change files of the project, and their new texts
 * @param without texts of the bundle, and what takes a guard out of it
 */
export async function runOwnPageAttacks(
  attacks: readonly OwnPageAttack[] = ownPageAttacks,
  change: Readonly<Record<string, string>> = {},
  without: Parameters<typeof takeOut>[1]['without'] = [],
): Promise<AttackOutcome[]> {
  const project = new SignInProject('auth-ui', { 'src/main.ts': saying(source), ...change });
  try {
    await project.build({ build: { minify: without.length === 0 } });
    takeOut(project.folder, { name: 'own page', without });
    const server = await project.boot();
    const outcomes: AttackOutcome[] = [];
    for (const attack of attacks) outcomes.push(await runOne(attack, attack.alone === true ? await project.boot() : server));
    return outcomes;
  } finally {
    await project.close();
  }
}

async function runOne(attack: OwnPageAttack, server: SignInServer): Promise<AttackOutcome> {
  const answers: WireAnswer[] = [];
  const noted = async (answer: Promise<WireAnswer>): Promise<WireAnswer> => {
    answers.push(await answer);
    return answer;
  };
  const { port } = server;
  const scene: OwnPageScene = {
    port,
    oauth: new OAuthDriver((request) => noted(send({ port, ...request })), server.oauth.origin),
    head: (path, headers) => noted(send({ port, method: 'HEAD', path, headers })),
  };
  const before = server.boot.output.stderr.length;
  const succeeded = await attack.succeeds(scene);
  const alive = await server.oauth.get('/healthz').then(
    ({ status }) => status < 500,
    () => false,
  );
  const said = server.boot.output.stderr.slice(before);
  const ran = said.includes('TOOL RAN') || (attack.mayAsk !== true && said.includes('EXTRA RAN'));
  const codes = answers.some(
    ({ headers: { location } }) => location !== undefined && new URL(location, 'http://x').searchParams.has('code'),
  );
  const isFull = ({ headers, status }: WireAnswer): boolean =>
    attack.mayBeFull === true && status === 503 && headers['retry-after'] !== undefined;
  const broken = answers.some((answer) => answer.status >= 500 && !isFull(answer));
  return {
    name: attack.name,
    advisory: attack.advisory,
    target: 'node',
    outcome: succeeded || ran || codes || broken || !alive ? 'succeeded' : 'refused',
  };
}
