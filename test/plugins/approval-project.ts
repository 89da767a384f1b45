import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { BuiltProject, BuiltServer } from '../support/built-servers.ts';
import { modernRequest, parseMessage, send } from '../support/wire-client.ts';
import { pluginProject } from './plugin-project.ts';

const tokens = ['ada', 'bob'].map((sub) => ({ token: sub.repeat(12), sub }));
export const keys = JSON.stringify(tokens);
export const ada = { authorization: `Bearer ${'ada'.repeat(12)}` };
export const bob = { authorization: `Bearer ${'bob'.repeat(12)}` };
export const webhookSecret = 'a secret of the receiver, 40 characters';

export interface ApprovalProject {
  readonly name: string;
  /** Argument of `ApprovalPlugin.init`. */
  readonly options?: string;
  /** Before the server. */
  readonly code?: string;
  /** Further tools, by the names of their constants. */
  readonly tools?: readonly string[];
  /** Further options of `@Service`. */
  readonly server?: string;
  /** Before the approval plugin. */
  readonly plugins?: string;
}

/** For `code`: a tool that lets time pass for the server. How long its calls take on this machine then decides nothing. */
export const passingTime = `
let ahead = 0;
const clock = Date.now;
Date.now = () => clock() + ahead;
const pass = tool({ name: 'pass', description: 'Lets time pass.', inputSchema: { milliseconds: z.number() } })(({ milliseconds }) => {
  ahead += milliseconds;
  return 'passed';
});
`;

/** Tools that wait for approvals, and tools around them. What was run is told by `ran`. */
export const approvalProject = ({ code = '', name, options = '{}', plugins = '', server, tools = [] }: ApprovalProject): BuiltProject =>
  pluginProject(
    name,
    `
import { ApprovalPlugin, type CallerApprovals } from '@service/plugin-approval';
import { Service, tool } from '@service/sdk';
import { z } from 'zod';
${code}
const runs: string[] = [];
const amount = { amount: z.union([z.number(), z.string()]) };
const pay = tool({ name: 'pay', description: 'Pays.', inputSchema: amount, execution: { taskSupport: 'optional' },
  approval: { approvalMessage: 'Pay this invoice?', category: 'write', riskLevel: 'high' } })(({ amount }) => {
  runs.push('pay ' + amount);
  return 'paid ' + amount;
});
const wipe = tool({ name: 'wipe', description: 'Wipes.', inputSchema: { what: z.string() }, approval: { alwaysPrompt: true } })(({ what }) => {
  runs.push('wipe ' + what);
  return 'wiped ' + what;
});
const short = tool({ name: 'short', description: 'Is approved for a short time.', approval: { maxTtlMs: 60_000, allowedScopes: ['user', 'time_limited'], defaultScope: 'user' } })(() => 'short');
const here = tool({ name: 'here', description: 'Is approved in places.', inputSchema: { repo: z.string() },
  approval: { preApprovedContexts: [{ type: 'repo', identifier: 'own' }] } })(({ repo }) => 'here ' + repo);
const free = tool({ name: 'free', description: 'Needs none.', approval: { required: false } })(() => 'free');
const skipped = tool({ name: 'skipped', description: 'Needs none.', approval: { skipApproval: true } })(() => 'skipped');
const open = tool({ name: 'open', description: 'Is not guarded.' })(() => 'open');
const asking = tool({ name: 'asking', description: 'Is approved, and asks.', approval: true })(async (_input, ctx) => {
  const { content } = await ctx.elicit('What name?', { name: z.string() });
  return 'named ' + content?.name;
});
const outer = tool({ name: 'outer', description: 'Calls others.', inputSchema: { path: z.array(z.string()), args: z.looseObject({}), origin: z.enum(['entry', 'model']).optional() } })(
  async ({ args, origin, path: [next = '', ...path] }, ctx) =>
    (await ctx.callTool(next, next === 'outer' ? { path, args } : args, origin === undefined ? {} : { origin })).content,
);
const own = tool({ name: 'own', description: 'Uses this.approval.', inputSchema: { method: z.string(), args: z.array(z.unknown()) }, outputSchema: { said: z.unknown() } })(
  async ({ args, method }, ctx) => {
    const approval: CallerApprovals = ctx.approval;
    return { said: (await Reflect.apply(Reflect.get(approval, method) as () => unknown, approval, args)) ?? null };
  },
);
const ran = tool({ name: 'ran', description: 'What was run.', outputSchema: { runs: z.array(z.string()) } })(() => ({ runs }));

@Service({
  info: { name: '${name}', version: '1.0.0' },
  tools: [${['pay', 'wipe', 'short', 'here', 'free', 'skipped', 'open', 'asking', 'outer', 'own', 'ran', ...tools].join(', ')}],
  plugins: [${plugins}ApprovalPlugin.init(${options})],
  ${server ?? "auth: { mode: 'static', tokensEnv: 'KEYS' },"}
})
export class Server {}
`,
  );

/** What a call was answered. */
export interface Answered {
  /** Of the result, or of the error. */
  readonly text: string;
  readonly code: number | undefined;
  /** Of the error. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Of the result. */
  readonly value: Readonly<Record<string, unknown>>;
  readonly result: Readonly<Record<string, unknown>>;
}

export interface Asked {
  readonly name: string;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Capabilities of the client. */
  readonly capabilities?: Readonly<Record<string, unknown>>;
  /** `inputResponses` and `requestState` of a further round. */
  readonly round?: Readonly<Record<string, unknown>>;
}

/** Calls a tool, as 2026-07-28 does. */
export async function call({ port }: Pick<BuiltServer, 'port'>, asked: Asked): Promise<Answered> {
  const { args = {}, capabilities = {}, headers = ada, name, round = {} } = asked;
  const params = { name, arguments: args, ...round };
  const request = modernRequest('tools/call', params, { meta: { 'io.modelcontextprotocol/clientCapabilities': capabilities } });
  const { text } = await send({
    port,
    path: '/mcp',
    headers: { host: `localhost:${port}`, ...request.headers, ...headers },
    body: request.body,
  });
  return readAnswer(text);
}

function readAnswer(text: string): Answered {
  const { error, result = {} } = parseMessage(text) as {
    error?: { code: number; message: string; data?: Record<string, unknown> };
    result?: Record<string, unknown>;
  };
  const content = (result['content'] ?? []) as { text?: string }[];
  const { value } = (result['structuredContent'] ?? {}) as { value?: unknown };
  return {
    text: error?.message ?? (typeof value === 'string' ? value : undefined) ?? content.map((part) => part.text ?? '').join(''),
    code: error?.code,
    data: error?.data ?? {},
    value: (result['structuredContent'] ?? {}) as Record<string, unknown>,
    result,
  };
}

/** Uses a member of `this.approval`. */
export const own = async (
  server: Pick<BuiltServer, 'port'>,
  [method, ...args]: readonly [string, ...unknown[]],
  headers = ada,
): Promise<unknown> => (await call(server, { name: 'own', args: { method, args }, headers })).value['said'];

/** What the tools of a server have done. */
export const runsOf = async (server: Pick<BuiltServer, 'port'>): Promise<readonly string[]> =>
  (await call(server, { name: 'ran' })).value['runs'] as readonly string[];

/** A request that the receiver got. */
export interface Delivered {
  readonly headers: IncomingHttpHeaders;
  readonly raw: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Another system, which gets requests for approvals and answers as it is told. */
export interface Receiver {
  readonly url: string;
  readonly delivered: Delivered[];
  /** Answers the next requests, one after the other; 200 without a body after them. */
  readonly plans: Plan[];
  close(): Promise<void>;
}

export interface Plan {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Never answers. */
  readonly hangs?: boolean;
}

export async function startReceiver(): Promise<Receiver> {
  const delivered: Delivered[] = [];
  const plans: Plan[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString();
      delivered.push({ headers: request.headers, raw, body: parseMessage(raw === '' ? '{}' : raw) });
      const { body = '{}', hangs = false, headers = {}, status = 200 } = plans.shift() ?? {};
      if (!hangs) response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { readonly port: number };
  return {
    url: `http://127.0.0.1:${port}/approvals?team=a`,
    delivered,
    plans,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** The proof of the request that the receiver got last. */
export const verifierOf = ({ delivered }: Receiver): string => String(delivered.at(-1)?.headers['x-service-code-verifier']);

export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/** Posts a decision. */
export async function decide(
  { port }: Pick<BuiltServer, 'port'>,
  body: Readonly<Record<string, unknown>> | string,
  { headers = {}, path = '/approvals' }: { readonly headers?: Readonly<Record<string, string>>; readonly path?: string } = {},
): Promise<{ readonly status: number; readonly text: string }> {
  const raw = typeof body === 'string' ? body : JSON.stringify(body);
  return send({ port, path, headers: { host: `localhost:${port}`, 'content-type': 'application/json', ...headers }, body: raw });
}
