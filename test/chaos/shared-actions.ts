import { setTimeout as delay } from 'node:timers/promises';
import { newPkce, OAuthDriver } from '../support/oauth-driver.ts';
import { initializeBody, legacyBody, legacyHeaders, modernRequest, openStream, send } from '../support/wire-client.ts';
import type { WireAnswer, WireStream } from '../support/wire-client.ts';
import type { Action } from './actions.ts';
import { fromElsewhere, unlike } from './actions.ts';
import { lastMessage, textIn } from './caller.ts';
import type { Caller } from './caller.ts';
import { type Asked, type Held, type Mortal, signInOnce } from './kill-exchanges.ts';
import type { Lots } from './lots.ts';
import { StoreAway } from './outages.ts';

/* What a client of several instances does, each request at whichever the load balancer chooses. */

const meta = {
  'io.modelcontextprotocol/clientCapabilities': { elicitation: {}, extensions: { 'io.modelcontextprotocol/tasks': {} } },
};

interface Result {
  readonly taskId?: string;
  readonly status?: string;
  readonly requestState?: string;
  readonly inputRequests?: Readonly<Record<string, unknown>>;
}
const resultOf = (answer: WireAnswer): Result | undefined => lastMessage(answer)?.['result'] as Result | undefined;

/** A task that was acknowledged is there until it ends, and ends with its own value unless the instance that ran it died. */
export const task: Action = async (caller) => {
  const value = `task-${caller.nextId()}`;
  const { isAway, isLost } = caller.watch();
  const begun = await caller.send(modernRequest('tools/call', { name: 'work', arguments: { value } }, { id: caller.nextId(), meta }));
  const { taskId } = resultOf(begun) ?? {};
  if (taskId === undefined) return unlike(caller, 'a task that begins', [begun.status, begun.text]);
  for (;;) {
    const request = modernRequest('tasks/get', { taskId }, { id: caller.nextId(), meta, headers: { 'mcp-name': taskId } });
    const answer = await caller.persist(() => caller.send(request));
    const status = resultOf(answer)?.status;
    if (status === undefined) return caller.tally.lose(`${taskId}: ${answer.status} ${answer.text}`);
    if (status === 'completed' && answer.text.includes(value)) return;
    if (status === 'failed' && (isAway() || isLost())) return;
    if (status !== 'working') return unlike(caller, taskId, answer.text);
    await delay(50);
  }
};

/** The answer to a question counts once, whichever instances get it. */
export const answerOnce: Action = async (caller) => {
  const name = `n${caller.nextId()}`;
  const call = (more: object): Promise<WireAnswer> =>
    caller.send(modernRequest('tools/call', { name: 'ask', arguments: {}, ...more }, { id: caller.nextId(), meta }));
  const { isAway, isLost } = caller.watch();
  const question = await call({});
  const asked = resultOf(question);
  if (asked?.requestState === undefined || asked.inputRequests?.['who'] === undefined)
    return unlike(caller, 'a question', [question.status, question.text]);
  const answers = { requestState: asked.requestState, inputResponses: { who: { action: 'accept', content: { name } } } };
  const settled = await Promise.allSettled([call(answers), call(answers)]);
  const texts = settled.flatMap((one) => (one.status === 'fulfilled' ? [textIn(lastMessage(one.value))] : []));
  const greeted = texts.filter((text) => text?.includes(`hello ${name}`)).length;
  if (greeted > 1) caller.tally.accept(`an answer of ${name}`);
  if (greeted < 1 && !isAway() && !isLost()) caller.tally.lose(`an answer of ${name}: ${JSON.stringify(settled).slice(0, 400)}`);
};

/** Milliseconds in which what was told arrives. */
const maxNewsMs = 60_000;

/** What a session is told on its stream comes in order and once, across streams that are cut and taken up elsewhere. */
export const news: Action = async (caller) => {
  const address = fromElsewhere(caller);
  const opened = await caller.send({ headers: { ...legacyHeaders, ...address }, body: initializeBody() });
  const id = opened.headers['mcp-session-id'];
  if (opened.status !== 200 || typeof id !== 'string') return unlike(caller, 'initialize', opened.text);
  const headers = { ...legacyHeaders, ...address, 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' };
  const ear = new Ear(caller, headers);
  const keys = [1, 2, 3, 4].map((at) => `${id}-${at}`.slice(-60));
  for (const key of keys) {
    const body = legacyBody('resources/subscribe', { uri: `note://${key}` }, key);
    const { isAway } = caller.watch();
    const subscribed = await caller.persist(() => caller.send({ headers, body }));
    // On a stream that is open already a refusal has no status.
    if (subscribed.text.includes('Service Unavailable') && isAway()) return;
    if (subscribed.status !== 200 || subscribed.text.includes('"error"')) return unlike(caller, 'subscribe', subscribed.text);
  }
  try {
    await ear.open();
    for (const key of keys) {
      const { isAway } = caller.watch();
      const { mayHaveDied: isLost } = ear;
      if ((await caller.call('edit', { key }))?.includes('told') !== true) return;
      const heard = await ear.next(() => isAway() || isLost());
      // What a dying instance had acknowledged but not told yet, what is told before somebody else has the session, and what was told while
      // the store was away may be gone: no other may come.
      if (heard === undefined && (isAway() || isLost())) return;
      if (heard !== `note://${key}`) return caller.tally.lose(`news of ${key}: ${heard}`);
    }
    await caller.persist(() => caller.send({ method: 'DELETE', headers }));
  } finally {
    ear.close();
  }
};

/** The stream of a session, opened again where it ended. */
class Ear {
  readonly #caller: Caller;
  readonly #headers: Readonly<Record<string, string>>;
  #stream: WireStream | undefined;
  #lastEventId = '';
  /** Whether an instance has died since the stream was opened. */
  mayHaveDied: () => boolean = () => false;
  /** What is waited for already: a second reader would take what comes from the first. */
  #coming: ReturnType<WireStream['next']> | undefined;

  constructor(caller: Caller, headers: Readonly<Record<string, string>>) {
    this.#caller = caller;
    this.#headers = headers;
  }

  /** @throws {StoreAway} for a stream that cannot be had because of what breaks */
  async open(): Promise<void> {
    const { isAway, isLost } = this.#caller.watch();
    this.#caller.tally.requests++;
    const headers = {
      ...this.#caller.headers,
      ...this.#headers,
      accept: 'text/event-stream',
      ...(this.#lastEventId === '' ? {} : { 'last-event-id': this.#lastEventId }),
    };
    const stream = await openStream({ port: this.#caller.port, path: '/mcp', method: 'GET', headers }).catch((failure: unknown) => {
      throw isLost() ? new StoreAway() : failure;
    });
    if (stream.status !== 200) {
      stream.close();
      if (isAway() || isLost()) throw new StoreAway();
      throw new Error(`GET was answered ${stream.status}`);
    }
    this.#stream = stream;
    this.mayHaveDied = isLost;
  }

  /** The URI of the next news; undefined when none came in time, or none has to come any more. */
  async next(mayBeGone: () => boolean): Promise<string | undefined> {
    const until = performance.now() + maxNewsMs;
    while (performance.now() < until) {
      const ended = new AbortController();
      const message = await Promise.race([
        (this.#coming ??= this.#stream?.next()),
        delay(mayBeGone() ? 2000 : 5000, 'silent' as const, ended),
      ]);
      ended.abort();
      if (message === 'silent') {
        if (mayBeGone()) return undefined;
        continue;
      }
      this.#coming = undefined;
      if (message?.['method'] === 'notifications/resources/updated') {
        this.#lastEventId = this.#stream?.lastEventId() ?? '';
        return (message['params'] as { uri?: string }).uri;
      }
      if (message === undefined) await this.#caller.persist(() => this.open());
    }
    return undefined;
  }

  close(): void {
    this.#stream?.close();
  }
}

/** People sign in behind a load balancer: what was lost with an instance is asked for again. */
class MortalInstances implements Mortal {
  readonly #caller: Caller;
  readonly #asked: Asked;

  constructor(caller: Caller) {
    this.#caller = caller;
    const { port, tally } = caller;
    const address = fromElsewhere(caller);
    this.#asked = {
      oauth: new OAuthDriver((request) => {
        tally.requests++;
        return send({ port, ...request, headers: { ...address, ...request.headers } });
      }, `http://127.0.0.1:${port}`),
      call: (token = '') => {
        tally.requests++;
        const { body, headers } = modernRequest('tools/call', { name: 'echo', arguments: { value: 'x' } });
        return send({ port, path: '/mcp', headers: { ...headers, ...address, authorization: `Bearer ${token}` }, body });
      },
    };
  }

  async ask<T>(request: (server: Asked) => Promise<T>): Promise<T | undefined> {
    const { isAway, isLost } = this.#caller.watch();
    const answer = await request(this.#asked).catch((failure: unknown) => {
      if (!isAway() && !isLost()) throw failure;
    });
    const status = answer instanceof Object && 'status' in answer ? answer.status : 200;
    if ((status === 502 && isLost()) || (status === 503 && isAway())) return undefined;
    return answer ?? undefined;
  }

  async askUntilAnswered(request: (server: Asked) => Promise<WireAnswer>): Promise<WireAnswer> {
    for (;;) {
      const answer = await this.ask(request);
      if (answer !== undefined) return answer;
      await this.#caller.outages.whenOver();
    }
  }
}

export const mortalOf = (caller: Caller): Mortal => new MortalInstances(caller);

/** From the page to the second refresh; what is held at the end is looked at again when everything is over. */
export const signInOf = (lots: Lots, held: Held[]): Action =>
  async function signIn(caller) {
    await signInOnce({ held, lots, mortal: mortalOf(caller), tally: caller.tally });
  };

/** One code at two instances at once gives tokens once. */
export const exchangeTwice: Action = async (caller) => {
  const mortal = mortalOf(caller);
  const pkce = newPkce();
  const clientId = await mortal.ask(({ oauth }) => oauth.clientId());
  const code = clientId === undefined ? undefined : await mortal.ask(({ oauth }) => oauth.code(clientId, pkce));
  if (clientId === undefined || code === undefined) return;
  const { isAway, isLost } = caller.watch();
  const answers = await Promise.all([1, 2].map(() => mortal.ask(({ oauth }) => oauth.exchange({ clientId, code, pkce }))));
  const taken = answers.filter((answer) => answer?.status === 200).length;
  if (taken > 1) caller.tally.accept('a code at two instances at once');
  if (taken < 1 && !isAway() && !isLost()) caller.tally.lose(`a code: ${answers.map((answer) => answer?.text).join(' ')}`);
};
