import type { RunningServer } from '../runners/running-server.ts';
import { normaliseAnswer, type NormalAnswer } from './normalise.ts';
import { planCalls, type Lists, type PlannedCall, type PlanOptions } from './plan-calls.ts';
import { answerTo, eras, isObject, WireSession, type Answer, type Era, type Json, type JsonObject } from './wire-session.ts';

export interface Exchange {
  /** Era, method and what was asked, for reports. */
  readonly call: string;
  readonly answer: NormalAnswer | { readonly failed: string };
}

/** The calls of one scenario, by era. Made by the uncompiled run, replayed by all. */
export type Script = Readonly<Record<Era, readonly PlannedCall[]>>;

export interface Recording {
  readonly script: Script;
  readonly exchanges: readonly Exchange[];
}

/** Asks a server for all lists and plans a script from them, then runs it. */
export async function recordFirst(server: RunningServer, options: PlanOptions): Promise<Recording> {
  const script: Record<Era, readonly PlannedCall[]> = { '2025-06-18': [], '2026-07-28': [] };
  const exchanges: Exchange[] = [];
  for (const era of eras) {
    const recorder = new Recorder(server, era);
    await recorder.open();
    script[era] = planCalls(await recorder.list(), options);
    await recorder.play(script[era]);
    exchanges.push(...recorder.exchanges);
  }
  return { script, exchanges };
}

/** The same calls in the same order on another server. */
export async function replay(server: RunningServer, script: Script): Promise<readonly Exchange[]> {
  const exchanges: Exchange[] = [];
  for (const era of eras) {
    const recorder = new Recorder(server, era);
    await recorder.open();
    await recorder.list();
    await recorder.play(script[era]);
    exchanges.push(...recorder.exchanges);
  }
  return exchanges;
}

const maxPages = 20;
const maxRounds = 4;

class Recorder {
  readonly exchanges: Exchange[] = [];
  readonly #session: WireSession;
  readonly #era: Era;

  constructor(server: RunningServer, era: Era) {
    this.#era = era;
    this.#session = new WireSession(server.url, era);
  }

  async open(): Promise<void> {
    await this.#note('open', () => this.#session.open());
  }

  async list(): Promise<Lists> {
    return {
      tools: await this.#pages('tools'),
      resources: await this.#pages('resources'),
      resourceTemplates: await this.#pages('resourceTemplates', 'resources/templates/list'),
      prompts: await this.#pages('prompts'),
    };
  }

  async play(calls: readonly PlannedCall[]): Promise<void> {
    for (const call of calls) await this.#rounds(call);
    await this.#session.close().catch(() => undefined);
  }

  async #pages(member: keyof Lists, method = `${member}/list`): Promise<JsonObject[]> {
    const items: JsonObject[] = [];
    let cursor: Json | undefined;
    for (let page = 0; page < maxPages; page++) {
      const params: JsonObject = cursor === undefined ? {} : { cursor };
      const result = resultOf(await this.#note(`${method} page ${page}`, () => this.#session.request(method, params)));
      const listed = result[member];
      if (Array.isArray(listed)) items.push(...(listed as readonly Json[]).filter(isObject));
      cursor = result['nextCursor'];
      if (cursor === undefined) break;
    }
    return items;
  }

  /** In the later era a question is an answer of its own, and the call comes again with what was asked for. */
  async #rounds({ method, params }: PlannedCall): Promise<void> {
    let asked = params;
    for (let round = 0; round < maxRounds; round++) {
      const sent = asked;
      const label = `${method} ${JSON.stringify(params)}${round === 0 ? '' : ` round ${round}`}`;
      const result = resultOf(await this.#note(label, () => this.#session.request(method, sent)));
      if (result['resultType'] !== 'input_required' || !isObject(result['inputRequests'])) return;
      const inputResponses = Object.entries(result['inputRequests']).map(([key, question]) => [key, answerOf(question)]);
      asked = {
        ...params,
        inputResponses: Object.fromEntries(inputResponses) as JsonObject,
        ...(result['requestState'] === undefined ? {} : { requestState: result['requestState'] }),
      };
    }
  }

  async #note(label: string, ask: () => Promise<Answer>): Promise<Answer | undefined> {
    const call = `${this.#era} ${label}`;
    try {
      const answer = await ask();
      this.exchanges.push({ call, answer: normaliseAnswer(answer) });
      return answer;
    } catch (error) {
      this.exchanges.push({ call, answer: { failed: describe(error) } });
      return undefined;
    }
  }
}

/** The failure of a request with its cause: what fetch says of itself tells nothing. */
const describe = (error: unknown): string =>
  error instanceof Error ? [error.message, ...(error.cause === undefined ? [] : [describe(error.cause)])].join(': ') : String(error);

const answerOf = (question: Json): JsonObject =>
  isObject(question) && typeof question['method'] === 'string'
    ? answerTo(question['method'], isObject(question['params']) ? question['params'] : {})
    : {};

/** Of the last message that has one. */
function resultOf(answer: Answer | undefined): JsonObject {
  const found = answer?.messages.filter(isObject).findLast((message) => isObject(message['result']))?.['result'];
  return isObject(found) ? found : {};
}
