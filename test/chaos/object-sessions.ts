import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bootWorker, type WorkerBoot } from '../support/boot/worker.ts';
import { bundleEdgeWorker } from '../support/bundle-edge-worker.ts';
import { initializeBody, legacyBody, legacyHeaders, openStream, send, type WireStream } from '../support/wire-client.ts';

export interface ObjectLoad {
  readonly sessions: number;
  /** Of them, those with an open stream. */
  readonly streams: number;
}

export interface ObjectReport extends ObjectLoad {
  readonly users: number;
  requests: number;
  /** Objects that were ended by their own `abort()`, while others were asked. */
  evictions: number;
  /** Starts of the runtime on the storage of the last one. */
  restarts: number;
  /** Streams that came back by the id of an event, and got again what came after it. */
  resumed: number;
  /** Sessions that did not answer their user, and messages that did not arrive. */
  lost: number;
  /** Answers of another user's session, and messages on a stream that are not its own. */
  crossed: number;
  readonly examples: string[];
}

/** One user opens at most 600 sessions a minute. */
const sessionsOfUser = 100;
const clients = 24;
/** workerd has three open files for each object in memory, and a container of this kind may have 20,000: of objects without a stream the oldest end. */
const maxAwake = 3000;
/** A message that has not come by then is lost. */
const messageLimitMs = 60_000;
const objects = { SERVICE_SESSIONS: 'SessionDurableObject' };

/** Sessions of many users, each in a Durable Object, through evictions and a restart of the runtime. */
export async function runObjectSessions(load: ObjectLoad, say: (text: string) => void = () => undefined): Promise<ObjectReport> {
  const users = Math.max(2, Math.ceil(load.sessions / sessionsOfUser));
  const folder = mkdtempSync(join(tmpdir(), 'service-object-sessions-'));
  mkdirSync(join(folder, 'dist'));
  const bundle = await bundleEdgeWorker(join(folder, 'dist', 'index.js'));
  const vars = { KEYS: JSON.stringify(Array.from({ length: users }, (_, at) => ({ token: keyOf(at), sub: `user-${at}-` }))) };
  const boot = () => bootWorker({ bundle, objects, vars, flags: ['nodejs_compat'], kept: join(folder, 'kept') });
  const run = new ObjectRun(await boot(), {
    ...load,
    users,
    requests: 0,
    evictions: 0,
    restarts: 0,
    resumed: 0,
    lost: 0,
    crossed: 0,
    examples: [],
  });
  const step = async (name: string, work: Promise<unknown>): Promise<void> => {
    const began = performance.now();
    await work;
    say(`${name}: ${Math.round((performance.now() - began) / 1000)} s, ${run.report.lost} lost, ${run.report.crossed} crossed`);
  };
  try {
    await step('sessions are opened', run.open());
    await step('objects are evicted while others are called', run.evict());
    run.closeStreams();
    await run.worker.stop();
    run.worker = await boot();
    run.report.restarts++;
    await step('the runtime was started again', run.comeBack());
    await step('sessions end', run.end());
    return run.report;
  } finally {
    await run.worker.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const isKept = ({ crossed, evictions, lost, restarts }: ObjectReport): boolean =>
  lost + crossed === 0 && evictions > 0 && restarts > 0;

const keyOf = (user: number): string => `key-of-user-${user}-0123456789`;

interface Held {
  readonly id: string;
  /** Its number among those that were opened; answers may come in another order. */
  readonly number: number;
  readonly user: number;
  stream?: WireStream;
  /** Of the first of its last two messages. */
  eventId: string;
}

class ObjectRun {
  worker: WorkerBoot;
  readonly report: ObjectReport;
  #held: Held[] = [];
  /** Whose objects are in memory, without a stream and without a request. */
  readonly #idle = new Set<Held>();

  constructor(worker: WorkerBoot, report: ObjectReport) {
    this.worker = worker;
    this.report = report;
  }

  async open(): Promise<void> {
    const { sessions, streams, users } = this.report;
    await this.#each(
      Array.from({ length: sessions }, (_, at) => at),
      async (at) => {
        const user = at % users;
        const headers = { ...legacyHeaders, authorization: `Bearer ${keyOf(user)}` };
        const { headers: got, status, text } = await this.#send(headers, initializeBody('2025-11-25'));
        const held = { id: String(got['mcp-session-id']), number: at, user, eventId: '' };
        if (status !== 200) return this.#lose(`initialize: ${status} ${text}`);
        this.#held.push(held);
        if (at < streams) await this.#listen(held);
        await this.#rest(held);
      },
    );
    this.#held.sort((one, other) => one.number - other.number);
  }

  /** Every session is called, and every tenth loses its object first; so does every tenth of those with a stream. */
  evict(): Promise<void> {
    const order = this.#held
      .map((held, at) => ({ held, at }))
      .sort((one, other) => ((one.at * 7919) % 10_007) - ((other.at * 7919) % 10_007));
    return this.#each(order, async ({ at, held }) => {
      this.#idle.delete(held);
      if (at % 10 === 0) await this.#evictOne(held);
      await this.#call(held);
      if (at % 20 === 1) await this.#trespass(held);
      await this.#rest(held);
    });
  }

  /** After a restart: every session is there, and every stream goes on. */
  comeBack(): Promise<void> {
    this.#idle.clear();
    return this.#each(this.#held, async (held) => {
      if (held.eventId !== '') await this.#resume(held);
      await this.#call(held);
      await this.#rest(held);
    });
  }

  /** One in ten sessions ends, and stays ended; no stream has a message that it has not been sent. */
  async end(): Promise<void> {
    await this.#each(this.#held, async (held, at) => {
      this.#idle.delete(held);
      if (at % 10 === 0) {
        const { status } = await this.#send(this.#headers(held), undefined, 'DELETE');
        if (status !== 200) this.#lose(`DELETE: ${status}`);
        const again = await this.#send(this.#headers(held), legacyBody('ping', {}, 1));
        if (again.status !== 404) this.#cross(`an ended session: ${again.status} ${again.text}`);
      }
      const { stream } = held;
      stream?.close();
      if (stream !== undefined && (await within(stream.next())) !== undefined) this.#cross('a message on a stream that was sent none');
    });
  }

  closeStreams(): void {
    for (const { stream } of this.#held) stream?.close();
  }

  async #rest(held: Held): Promise<void> {
    if (held.stream !== undefined) return;
    this.#idle.add(held);
    const [oldest] = this.#idle;
    if (oldest === undefined || this.#idle.size <= maxAwake) return;
    this.#idle.delete(oldest);
    await this.#evictOne(oldest);
  }

  async #evictOne(held: Held): Promise<void> {
    this.report.evictions++;
    const { status } = await this.#send({ ...this.#headers(held), 'x-test-evict': 'now' }, legacyBody('ping', {}, 1));
    if (status < 500) this.#lose(`the object was not ended: ${status}`);
    if (held.stream === undefined) return;
    if ((await within(held.stream.next())) !== undefined) this.#cross('a message after the last');
    await this.#resume(held);
  }

  /** Two messages, by the first of which the stream is resumed later. */
  async #listen(held: Held): Promise<void> {
    held.stream = await this.#openStream(held);
    await this.#tell(held);
    held.eventId = held.stream.lastEventId();
    await this.#tell(held);
  }

  async #resume(held: Held): Promise<void> {
    const stream = await this.#openStream(held, held.eventId);
    held.stream = stream;
    if (stream.status !== 200) return this.#lose(`a stream was not resumed: ${stream.status}`);
    await this.#hear(stream, 'again');
    await this.#tell(held);
    held.eventId = stream.lastEventId();
    await this.#tell(held);
    this.report.resumed++;
  }

  #openStream(held: Held, lastEventId?: string): Promise<WireStream> {
    this.report.requests++;
    const headers = {
      ...this.#headers(held),
      accept: 'text/event-stream',
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    };
    return openStream({ port: this.#port, path: '/mcp', method: 'GET', headers });
  }

  async #tell(held: Held): Promise<void> {
    const { status, text } = await this.#send(this.#headers(held), legacyBody('tools/call', { name: 'tell', arguments: {} }, 1));
    if (status !== 200 || !text.includes('told')) this.#lose(`tell: ${status} ${text}`);
    else if (held.stream !== undefined) await this.#hear(held.stream, 'live');
  }

  async #hear(stream: WireStream, how: string): Promise<void> {
    const message = await within(stream.next());
    if (message?.['method'] !== 'notifications/tools/list_changed') this.#lose(`${how}: ${JSON.stringify(message)}`);
  }

  async #call(held: Held): Promise<void> {
    const { status, text } = await this.#send(this.#headers(held), legacyBody('tools/call', { name: 'echo', arguments: {} }, 1));
    if (status !== 200) this.#lose(`echo: ${status} ${text}`);
    else if (!text.includes(`called by user-${held.user}-`)) this.#cross(`echo of ${held.user}: ${text}`);
  }

  /** Another user with the id of this session. */
  async #trespass(held: Held): Promise<void> {
    const headers = this.#headers({ ...held, user: (held.user + 1) % this.report.users });
    const { status, text } = await this.#send(headers, legacyBody('tools/call', { name: 'echo', arguments: {} }, 1));
    if (status !== 404) this.#cross(`another user: ${status} ${text}`);
  }

  #headers({ id, user }: Held): Record<string, string> {
    return { ...legacyHeaders, authorization: `Bearer ${keyOf(user)}`, 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' };
  }

  get #port(): number {
    return Number(new URL(this.worker.origin).port);
  }

  #send(headers: Readonly<Record<string, string>>, body: string | undefined, method = 'POST') {
    this.report.requests++;
    return send({ port: this.#port, path: '/mcp', method, headers, body });
  }

  async #each<Item>(items: readonly Item[], work: (item: Item, at: number) => Promise<void>): Promise<void> {
    const left = items.entries();
    const client = async (): Promise<void> => {
      for (const [at, item] of left)
        await work(item, at).catch((failure: unknown) => this.#lose(failure instanceof Error ? failure.message : String(failure)));
    };
    await Promise.all(Array.from({ length: clients }, client));
  }

  #lose(what: string): void {
    this.report.lost++;
    this.#example(`lost: ${what}`);
  }
  #cross(what: string): void {
    this.report.crossed++;
    this.#example(`crossed: ${what}`);
  }
  #example(text: string): void {
    if (this.report.examples.length < 20) this.report.examples.push(text.slice(0, 300));
  }
}

async function within<T>(what: Promise<T>): Promise<T> {
  const clock = new AbortController();
  const late = new Promise<never>((_resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no message came')), messageLimitMs);
    clock.signal.addEventListener('abort', () => clearTimeout(timer));
  });
  return Promise.race([what, late]).finally(() => clock.abort());
}
