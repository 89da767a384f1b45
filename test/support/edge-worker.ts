/* A worker that is written by hand around `createEdgeMcp`, with a look into the objects of its sessions. */
import { createEdgeMcp } from '@service/edge';
import { tool } from '@service/sdk/define';
import { z } from 'zod';

interface LookedAtState {
  readonly storage: {
    readonly sql: { exec(statement: string, ...values: readonly (string | number)[]): Iterable<Readonly<Record<string, unknown>>> };
    getAlarm(): Promise<number | null>;
  };
  abort(reason: string): void;
}

const echo = tool({ name: 'echo', description: 'Says who called it.' })((_input, ctx) => `called by ${ctx.auth.user?.sub ?? 'nobody'}`);
const tell = tool({ name: 'tell', description: 'Tells the session that a list has changed.' })((_input, ctx) => {
  ctx.notifyToolListChanged();
  return 'told';
});

const greet = tool({ name: 'greet', description: 'Asks for a name.' })(async (_input, ctx) => {
  const answer = await ctx.elicit('What is your name?', { name: z.string() });
  return `Hello, ${answer.content?.name ?? answer.status}!`;
});

/** Written when the worker is bundled: with `full` a request that names no session is served by itself. */
declare const PROTOCOL: 'legacy' | 'full';

const shout = tool({ name: 'shout', description: 'Sends a hundred messages of 300,000 characters.' })((_input, ctx) => {
  for (let at = 0; at < 100; at++) ctx.notify(`${at} ${'x'.repeat(300_000)}`);
  return 'hoarse';
});

const edge = createEdgeMcp({
  info: { name: 'edge', version: '1.0.0' },
  apps: [],
  tools: [echo, tell, greet, shout],
  elicitation: { enabled: true },
  http: { entryPath: '/mcp' },
  auth: { mode: 'static', tokensEnv: 'KEYS' },
  sessions: {},
  // Five minutes pass between an event and its resumption where thousands of sessions are opened.
  transport: { protocol: PROTOCOL, eventStore: { enabled: true, ttlMs: 3_600_000 } },
});

/** The object under test, which shows its records and ends as the platform ends it. Its caller names it by the header of the session. */
export class SessionDurableObject extends edge.SessionDurableObject {
  readonly #state: LookedAtState;

  constructor(state: ConstructorParameters<typeof edge.SessionDurableObject>[0] & LookedAtState, env: object) {
    super(state, env);
    this.#state = state;
  }

  override async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (request.headers.get('x-test-evict') !== null) this.#state.abort('ended by the test');
    if (!pathname.startsWith('/look/')) return super.fetch(request);
    const { storage } = this.#state;
    switch (pathname) {
      case '/look/abort':
        this.#state.abort('ended by the test');
        break;
      case '/look/expire':
        storage.sql.exec('UPDATE records SET ends = 1');
        break;
      case '/look/alarm':
        await this.alarm();
        break;
      default:
    }
    const tables = [...storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'records'")];
    if (pathname === '/look/tables') return Response.json({ records: tables.map(({ name }) => name), alarm: await storage.getAlarm() });
    if (pathname === '/look/size')
      return Response.json([...storage.sql.exec('SELECT total(length(value)) AS sum, count(*) AS count FROM records')][0]);
    const records = tables.length === 0 ? [] : [...storage.sql.exec('SELECT key FROM records')].map(({ key }) => key);
    return Response.json({ records, alarm: await storage.getAlarm() });
  }
}

interface Namespace {
  idFromName(name: string): object;
  get(id: object): { fetch(url: string): Promise<Response> };
}

/** The names of the objects that were asked for; `/look/…?object=<number>` goes to one of them. */
const names = new Set<string>();

export default {
  async fetch(request: Request, env: { readonly SERVICE_SESSIONS: Namespace }, scope: object): Promise<Response> {
    const { SERVICE_SESSIONS: objects } = env;
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/look/count') return Response.json(names.size);
    if (pathname.startsWith('/look/'))
      return objects.get(objects.idFromName([...names][Number(searchParams.get('object'))] ?? '')).fetch(request.url);
    const noting: Namespace = {
      idFromName: (name) => {
        names.add(name);
        return objects.idFromName(name);
      },
      get: (id) => objects.get(id),
    };
    return edge.fetch(request, objects === undefined ? env : { ...env, SERVICE_SESSIONS: noting }, scope);
  },
};
