import type { Json, JsonObject } from '@service/sdk/model';

const standardLimits = {
  /** Calls that may wait for a server that is being built. */
  maxQueued: 1000,
  /** Milliseconds that one of them may wait. */
  longestWaitMs: 30_000,
};
/** Requests whose answer has no end and no effect: the next server takes them over. */
const takenOver = new Set(['subscriptions/listen']);
/** Begins the ids of what the bridge itself asks: the client never sees the answers. */
const privateId = 'service-dev-';
/** What a session has told its server once, and the next server does not know. */
const remembered = new Set(['logging/setLevel', 'resources/subscribe']);

interface Waiting {
  readonly line: string;
  /** Present for a request. */
  readonly request?: Request;
  readonly timer?: ReturnType<typeof setTimeout>;
}

interface Request {
  readonly id: Json;
  readonly method: string;
  readonly line: string;
}

/** How the bridge reaches both ends; lines without their newline. */
export interface BridgeEnds {
  readonly toClient: (line: string) => void;
  /** Why nobody answers, for the error of a call that waited too long. */
  readonly whyDown: () => string;
}

/**
 * Keeps one client connected over stdio while the server behind it is replaced. Each server is told the handshake again; calls that come
 * meanwhile wait; calls that a server took and did not answer are answered with an error, never repeated.
 */
export class StdioBridge {
  readonly #ends: BridgeEnds;
  readonly #limits: typeof standardLimits;
  readonly #running = new Map<string, Request>();
  /** Requests of the server that the client still has open, by the id that the client sees. */
  readonly #asked = new Map<string, { readonly id: Json; readonly generation: number }>();
  readonly #told = new Map<string, string>();
  #queue: Waiting[] = [];
  #initialize: string | undefined;
  #initialized: string | undefined;
  #server: ((line: string) => void) | undefined;
  #generation = 0;
  /** Id of the handshake that the bridge itself sent. */
  #handshake: string | undefined;

  constructor(ends: BridgeEnds, limits = standardLimits) {
    this.#ends = ends;
    this.#limits = limits;
  }

  /** One line of the client. */
  receive(line: string): void {
    const message = parse(line);
    if (message === undefined) return this.#send(line);
    const { id, method } = message;
    if (typeof method !== 'string') return this.#answerServer(message);
    if (method === 'notifications/initialized') this.#initialized = line;
    if (method === 'notifications/cancelled' && this.#forget(message)) return;
    if (id === undefined) return this.#send(line);
    if (method === 'initialize') this.#initialize = line;
    this.#remember(method, message);
    this.#send(line, { id, method, line });
  }

  #remember(method: string, message: JsonObject): void {
    const params = JSON.stringify(message['params'] ?? null);
    if (method === 'resources/unsubscribe') this.#told.delete(`resources/subscribe ${params}`);
    // Of levels the last one counts; subscriptions add up.
    if (remembered.has(method)) this.#told.set(method === 'logging/setLevel' ? method : `${method} ${params}`, JSON.stringify(message));
  }

  /** A new server takes over. What it is told first: the handshake of the client, then what waited. */
  connect(send: (line: string) => void): void {
    this.#generation++;
    this.#server = send;
    // A client that has not been answered yet sends its own handshake, which is in the queue.
    if (this.#initialize === undefined || this.#initialized === undefined) return this.#open();
    this.#handshake = `${privateId}${this.#generation}`;
    send(JSON.stringify({ ...parse(this.#initialize), id: this.#handshake }));
  }

  /** One line of the server in charge. */
  fromServer(line: string): void {
    const message = parse(line);
    if (message === undefined) return this.#ends.toClient(line);
    const { id, method } = message;
    if (typeof method !== 'string' && id === this.#handshake && id !== undefined) return this.#finishHandshake(message);
    if (typeof method === 'string' && id !== undefined) return this.#askClient(message);
    if (typeof method !== 'string' && typeof id === 'string' && id.startsWith(privateId)) return;
    if (typeof method !== 'string' && id !== undefined) this.#running.delete(JSON.stringify(id));
    this.#ends.toClient(line);
  }

  /** The server is about to be replaced: what it still answers is passed on, new calls wait. */
  pause(): void {
    this.#server = undefined;
  }

  /** The server has ended: what it did not answer nobody answers any more. */
  disconnect(): void {
    this.#server = undefined;
    this.#handshake = undefined;
    for (const [key, request] of this.#running) {
      this.#running.delete(key);
      if (takenOver.has(request.method)) this.#wait(request.line, request);
      else
        this.#refuse(
          request,
          'The server was replaced while this call ran. What it has done so far is not undone; call again if that is safe',
        );
    }
    for (const seen of this.#asked.keys())
      this.#ends.toClient(
        JSON.stringify({
          jsonrpc: '2.0',
          method: 'notifications/cancelled',
          params: { requestId: seen, reason: 'The server was replaced' },
        }),
      );
    this.#asked.clear();
  }

  /** The client is gone. */
  close(): void {
    for (const { timer } of this.#queue) clearTimeout(timer);
    this.#queue = [];
  }

  #send(line: string, request?: Request): void {
    if (this.#server === undefined || this.#handshake !== undefined) return this.#wait(line, request);
    if (request !== undefined) this.#running.set(JSON.stringify(request.id), request);
    this.#server(line);
  }

  #wait(line: string, request: Request | undefined): void {
    const { longestWaitMs, maxQueued } = this.#limits;
    if (this.#queue.length >= maxQueued) {
      if (request !== undefined) this.#refuse(request, `${maxQueued} calls wait for the server already. ${this.#ends.whyDown()}`);
      return;
    }
    if (request === undefined) return void this.#queue.push({ line });
    const waiting: Waiting = {
      line,
      request,
      timer: setTimeout(() => {
        this.#queue = this.#queue.filter((one) => one !== waiting);
        this.#refuse(request, `No server answered within ${longestWaitMs / 1000} s. ${this.#ends.whyDown()}`);
      }, longestWaitMs).unref(),
    };
    this.#queue.push(waiting);
  }

  #refuse({ id }: Request, message: string): void {
    this.#ends.toClient(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32000, message } }));
  }

  /** A cancelled call that still waits is not sent at all. True when it was one. */
  #forget(message: JsonObject): boolean {
    const { params } = message;
    const id = typeof params === 'object' && params !== null && !Array.isArray(params) ? params['requestId'] : undefined;
    const index = this.#queue.findIndex(({ request }) => request !== undefined && JSON.stringify(request.id) === JSON.stringify(id));
    if (index < 0) return false;
    clearTimeout(this.#queue[index]?.timer);
    this.#queue.splice(index, 1);
    return true;
  }

  /** Ids of servers begin anew with each: a late answer must not reach a question that it was not given to. */
  #askClient(message: JsonObject): void {
    const seen = `${privateId}${this.#generation}-${JSON.stringify(message['id'])}`;
    this.#asked.set(seen, { id: message['id'] ?? null, generation: this.#generation });
    this.#ends.toClient(JSON.stringify({ ...message, id: seen }));
  }

  #answerServer(message: JsonObject): void {
    const seen = typeof message['id'] === 'string' ? message['id'] : '';
    const asked = this.#asked.get(seen);
    this.#asked.delete(seen);
    if (asked?.generation === this.#generation) this.#send(JSON.stringify({ ...message, id: asked.id }));
  }

  #finishHandshake(answer: JsonObject): void {
    this.#handshake = undefined;
    if (this.#initialized !== undefined) this.#server?.(this.#initialized);
    for (const [index, line] of [...this.#told.values()].entries())
      this.#server?.(JSON.stringify({ ...parse(line), id: `${privateId}${this.#generation}-${index}` }));
    this.#open();
    this.#announceChanges(answer);
  }

  #open(): void {
    const queue = this.#queue;
    this.#queue = [];
    for (const { line, request, timer } of queue) {
      clearTimeout(timer);
      this.#send(line, request);
    }
  }

  /** What the client has listed may have changed. */
  #announceChanges({ result }: JsonObject): void {
    const capabilities = isObject(result) ? result['capabilities'] : undefined;
    for (const kind of ['tools', 'prompts', 'resources'] as const) {
      const declared = isObject(capabilities) ? capabilities[kind] : undefined;
      if (isObject(declared) && declared['listChanged'] === true)
        this.#ends.toClient(JSON.stringify({ jsonrpc: '2.0', method: `notifications/${kind}/list_changed` }));
    }
  }
}

function parse(line: string): JsonObject | undefined {
  try {
    const read = JSON.parse(line) as Json;
    return isObject(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);
