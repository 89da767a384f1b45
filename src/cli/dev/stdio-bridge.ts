import { isJsonObject, parseJsonObject, type Json, type JsonObject } from '@service/sdk/model';

const standardLimits = {
  /** Calls that may wait for a server that is being built. */
  maxQueued: 1000,
  /** Milliseconds that one of them may wait. */
  maxWaitMs: 30_000,
};
/** Requests without an effect that stay open: they are sent again to the next server. */
const repeatable = new Set(['subscriptions/listen']);
/** Prefix of ids of the bridge's own requests: the client never sees their answers. */
const privateId = 'service-dev-';
/** Methods that set up a session: each new server gets these requests again. */
const sessionMethods = new Set(['logging/setLevel', 'resources/subscribe']);

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
  /** Reason that no server answers, for the error of a call that waited too long. */
  readonly whyDown: () => string;
}

/**
 * Keeps one client connected over stdio while the server behind it is replaced. Each server gets the handshake again, and calls that arrive
 * meanwhile wait. A call that a server accepted and did not answer ends with an error: repeating it could do its work twice.
 */
export class StdioBridge {
  readonly #ends: BridgeEnds;
  readonly #limits: typeof standardLimits;
  readonly #running = new Map<string, Request>();
  /** Requests of the server that the client still has open, by the id that the client sees. */
  readonly #asked = new Map<string, { readonly id: Json; readonly generation: number }>();
  readonly #sessionRequests = new Map<string, string>();
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
    const message = parseJsonObject(line);
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
    if (method === 'resources/unsubscribe') this.#sessionRequests.delete(`resources/subscribe ${params}`);
    // The last log level counts; subscriptions add up.
    if (sessionMethods.has(method))
      this.#sessionRequests.set(method === 'logging/setLevel' ? method : `${method} ${params}`, JSON.stringify(message));
  }

  /** Connects a new server: it gets the client's handshake first, then the queued calls. */
  connect(send: (line: string) => void): void {
    this.#generation++;
    this.#server = send;
    // A client that has not been answered yet sends its own handshake, which is in the queue.
    if (this.#initialize === undefined || this.#initialized === undefined) return this.#sendQueued();
    this.#handshake = `${privateId}${this.#generation}`;
    send(JSON.stringify({ ...parseJsonObject(this.#initialize), id: this.#handshake }));
  }

  /** One line of the connected server. */
  fromServer(line: string): void {
    const message = parseJsonObject(line);
    if (message === undefined) return this.#ends.toClient(line);
    const { id, method } = message;
    if (typeof method !== 'string' && id === this.#handshake && id !== undefined) return this.#finishHandshake(message);
    if (typeof method === 'string' && id !== undefined) return this.#askClient(message);
    if (typeof method !== 'string' && typeof id === 'string' && id.startsWith(privateId)) return;
    if (typeof method !== 'string' && id !== undefined) this.#running.delete(JSON.stringify(id));
    this.#ends.toClient(line);
  }

  /** The server is about to be replaced: its late answers are passed on, new calls wait. */
  pause(): void {
    this.#server = undefined;
  }

  /** The server has ended: calls that it did not answer are refused. */
  disconnect(): void {
    this.#server = undefined;
    this.#handshake = undefined;
    for (const [key, request] of this.#running) {
      this.#running.delete(key);
      if (repeatable.has(request.method)) this.#wait(request.line, request);
      else
        this.#refuse(
          request,
          'The server was replaced while this call ran. What it has done so far is not undone; call again if that is safe',
        );
    }
    for (const clientId of this.#asked.keys())
      this.#ends.toClient(
        JSON.stringify({
          jsonrpc: '2.0',
          method: 'notifications/cancelled',
          params: { requestId: clientId, reason: 'The server was replaced' },
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
    const { maxWaitMs, maxQueued } = this.#limits;
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
        this.#refuse(request, `No server answered within ${maxWaitMs / 1000} s. ${this.#ends.whyDown()}`);
      }, maxWaitMs).unref(),
    };
    this.#queue.push(waiting);
  }

  #refuse({ id }: Request, message: string): void {
    this.#ends.toClient(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32000, message } }));
  }

  /** A cancelled call that still waits is not sent at all. True when it was one. */
  #forget(message: JsonObject): boolean {
    const { params } = message;
    const id = isJsonObject(params) ? params['requestId'] : undefined;
    const index = this.#queue.findIndex(({ request }) => request !== undefined && JSON.stringify(request.id) === JSON.stringify(id));
    if (index < 0) return false;
    clearTimeout(this.#queue[index]?.timer);
    this.#queue.splice(index, 1);
    return true;
  }

  /** Each server counts its ids from the start: a late answer must not reach another server's question with the same id. */
  #askClient(message: JsonObject): void {
    const clientId = `${privateId}${this.#generation}-${JSON.stringify(message['id'])}`;
    this.#asked.set(clientId, { id: message['id'] ?? null, generation: this.#generation });
    this.#ends.toClient(JSON.stringify({ ...message, id: clientId }));
  }

  #answerServer(message: JsonObject): void {
    const clientId = typeof message['id'] === 'string' ? message['id'] : '';
    const asked = this.#asked.get(clientId);
    this.#asked.delete(clientId);
    if (asked?.generation === this.#generation) this.#send(JSON.stringify({ ...message, id: asked.id }));
  }

  #finishHandshake(answer: JsonObject): void {
    this.#handshake = undefined;
    if (this.#initialized !== undefined) this.#server?.(this.#initialized);
    for (const [index, line] of [...this.#sessionRequests.values()].entries())
      this.#server?.(JSON.stringify({ ...parseJsonObject(line), id: `${privateId}${this.#generation}-${index}` }));
    this.#sendQueued();
    this.#announceChanges(answer);
  }

  #sendQueued(): void {
    const queue = this.#queue;
    this.#queue = [];
    for (const { line, request, timer } of queue) {
      clearTimeout(timer);
      this.#send(line, request);
    }
  }

  /** The lists that the client holds may be stale. */
  #announceChanges({ result }: JsonObject): void {
    const capabilities = isJsonObject(result) ? result['capabilities'] : undefined;
    for (const kind of ['tools', 'prompts', 'resources'] as const) {
      const declared = isJsonObject(capabilities) ? capabilities[kind] : undefined;
      if (isJsonObject(declared) && declared['listChanged'] === true)
        this.#ends.toClient(JSON.stringify({ jsonrpc: '2.0', method: `notifications/${kind}/list_changed` }));
    }
  }
}
