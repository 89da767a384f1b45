import { createHmac, randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { newPkce, OAuthDriver, redirectUri, encodeFields } from '../../test/support/oauth-driver.ts';
import { send } from '../../test/support/wire-client.ts';
import { median } from '../../scripts/measure/bars/interleave.ts';
import { buildProject } from '../../scripts/serving/build-project.ts';
import { freePort } from '../../scripts/serving/free-port.ts';
import { newestNode } from '../../scripts/serving/judges.ts';
import type { LoadProcess } from '../load/load.ts';
import { modernBody, modernHeaders, printPost } from '../load/requests.ts';
import type { Metric } from '../report/metric.ts';
import { writeProject } from '../servers/prepare.ts';
import { startServer, type ServerProcess } from '../servers/process.ts';
import { callOf } from './runners.ts';
import type { RunSettings } from './settings.ts';
import type { ProjectFiles } from '../servers/projects.ts';

const modules = resolve(import.meta.dirname, '../../node_modules');

/** Of the server's CPU, in microseconds: a thousand exchanges in a second of one core. */
const maxForExchange = 1000;

/** The same tool behind the server's own sign-in, and without. */
export interface SignInBundles {
  readonly signedIn: string;
  readonly open: string;
}

export async function buildSignInBundles(folder: string): Promise<SignInBundles> {
  const bundleOf = async (name: string, auth: boolean): Promise<string> =>
    (await buildProject(writeProject(join(folder, name), signInProject(auth), modules), undefined, ['--no-check'])).bundle;
  return { signedIn: await bundleOf('signed-in', true), open: await bundleOf('open', false) };
}

/** Microseconds of server CPU for one request of a round. */
interface SignInCosts {
  readonly known: number;
  readonly open: number;
  readonly first: number;
  readonly exchange: number;
}

/** Calls with a token, at first sight and later, beside calls of the same server without sign-in; and what a code for tokens costs. */
export async function measureSignIn(bundles: SignInBundles, load: LoadProcess, settings: RunSettings): Promise<Metric[]> {
  const servers: ServerProcess[] = [];
  const start = async (bundle: string): Promise<ServerProcess> => {
    const command = { line: [newestNode(), bundle], env: { JWT_SECRET: signInSecret } };
    const server = await startServer(command, await freePort());
    servers.push(server);
    return server;
  };
  try {
    const [signedIn, open] = [await start(bundles.signedIn), await start(bundles.open)];
    const rounds: SignInCosts[] = [];
    const known = Array.from({ length: settings.connections }, (_, index) => printCall(signedIn.port, index + 1, mintToken(signedIn.port)));
    const openCalls = known.map((_, index) => printCall(open.port, index + 1));
    for (const [{ port }, requests] of [
      [signedIn, known],
      [open, openCalls],
    ] as const)
      await load.send({ port, requests, count: settings.warmUpCalls, milliseconds: settings.roundMs * 4 });
    const cost = async (server: ServerProcess, order: { requests: readonly string[]; milliseconds?: number; onceOver?: number }) => {
      const before = server.cpuSeconds();
      const { answers } = await load.send({ port: server.port, ...order });
      return ((server.cpuSeconds() - before) / answers) * 1e6;
    };
    // The first round is not counted: sign-in is not warm yet.
    for (let round = 0; round <= settings.rounds; round++) {
      // Before the sign-ins of the round, whose garbage is not the calls'.
      const seen = await cost(signedIn, { requests: known, milliseconds: settings.roundMs });
      const unnamed = await cost(open, { requests: openCalls, milliseconds: settings.roundMs });
      const tokens = Array.from({ length: settings.tokens }, (_, index) => printCall(signedIn.port, index, mintToken(signedIn.port)));
      const first = await cost(signedIn, { requests: tokens, onceOver: settings.connections });
      const exchanges = await prepareExchanges(signedIn.port, settings.tokens);
      const exchange = await cost(signedIn, { requests: exchanges, onceOver: settings.connections });
      if (round > 0) rounds.push({ known: seen, open: unnamed, first, exchange });
    }
    const middle = (kind: keyof SignInCosts): number => median(rounds.map((round) => round[kind]));
    const bare = middle('open');
    const beside = { unit: 'µs', bareIs: 'the same server without sign-in' };
    return [
      {
        name: 'tools/call with a token seen before: server CPU per request',
        ...beside,
        values: { ours: middle('known'), bare },
        bars: [{ of: 'bare', limit: 2 }],
      },
      {
        name: 'tools/call with a token at first sight: server CPU per request',
        ...beside,
        values: { ours: middle('first'), bare },
        bars: [{ of: 'bare', limit: 5 }],
      },
      {
        name: 'a code for tokens, memory store: server CPU per exchange',
        unit: 'µs',
        values: { ours: middle('exchange') },
        bars: [{ of: 'ours', limit: maxForExchange }],
      },
    ];
  } finally {
    for (const server of servers) await server.stop();
  }
}

function printCall(port: number, id: number, token?: string): string {
  const credentials: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return printPost(port, { ...modernHeaders(callOf(id)), ...credentials }, modernBody(callOf(id)));
}

/** Different tokens, signed the way the server does. */
function mintToken(port: number): string {
  const origin = `http://127.0.0.1:${port}`;
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: origin, aud: `${origin}/mcp`, sub: 'u1', scope: '', iat: now, exp: now + 3600, jti: randomUUID() };
  const text = [{ alg: 'HS256', typ: 'JWT' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${createHmac('sha256', signInSecret).update(text).digest('base64url')}`;
}

/** Signs in as often as there are codes to exchange. */
async function prepareExchanges(port: number, count: number): Promise<string[]> {
  const oauth = new OAuthDriver((request) => send({ port, ...request }), `http://127.0.0.1:${port}`);
  const clientId = await oauth.clientId();
  const requests: string[] = [];
  while (requests.length < count) {
    const pkce = newPkce();
    const code = await oauth.code(clientId, pkce);
    const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, client_id: clientId, code_verifier: pkce.verifier };
    const body = encodeFields(fields);
    const head = [
      'POST /oauth/token HTTP/1.1',
      `host: 127.0.0.1:${port}`,
      'content-type: application/x-www-form-urlencoded',
      `content-length: ${body.length}`,
    ];
    requests.push(`${head.join('\r\n')}\r\n\r\n${body}`);
  }
  return requests;
}

/** Signs the tokens of the bench alone. */
const signInSecret = 'bench-bench-bench-bench-bench-32';

/** One tool, behind the server's own sign-in or open to everybody. */
const signInProject = (auth: boolean): ProjectFiles => ({
  'package.json': `${JSON.stringify({ name: 'signed-in', version: '1.0.0', private: true, type: 'module' })}\n`,
  'service.config.ts': `export default { name: 'signed-in', entry: 'src/main.ts', deployments: [{ target: 'node' }] };\n`,
  'src/main.ts': [
    "import { Service, tool } from '@service/sdk';",
    "import { z } from 'zod';",
    "const add = tool({ name: 'add', description: 'Adds two numbers', inputSchema: { a: z.number().describe('First number'), b: z.number().describe('Second number') }, outputSchema: { sum: z.number() } })(({ a, b }) => ({ sum: a + b }));",
    `@Service({ info: { name: 'signed-in', version: '1.0.0' }, tools: [add], http: { entryPath: '/mcp' }${auth ? ", auth: { mode: 'local', dcr: { enabled: true } }" : ''} })`,
    'export class SignedIn {}',
    '',
  ].join('\n'),
});
