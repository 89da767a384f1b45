import type { Client } from '../project.ts';
import type { RunningServer } from '../runners/running-server.ts';
import type { BackgroundStream } from './background-stream.ts';
import { normaliseAnswer, type NormalAnswer } from './normalise.ts';
import { planCalls, type Lists, type PlannedCall, type PlanOptions } from './plan-calls.ts';
import { answerTo, getPage, WireSession } from './wire-session.ts';
import { eras, isObject, type Answer, type Era, type Json, type JsonObject } from './wire.ts';

export interface Exchange {
  /** Client, era, method and parameters, for reports. */
  readonly call: string;
  readonly answer: NormalAnswer | { readonly failed: string };
}

/** The calls of one client in one era. */
interface Visit {
  readonly client: Client;
  readonly era: Era;
  readonly calls: readonly PlannedCall[];
}

/** The requests of one scenario: made by the baseline run, replayed by all. */
export interface Script {
  readonly visits: readonly Visit[];
  /** Paths beside the endpoint that are asked for with GET. */
  readonly pages: readonly string[];
}

export interface Recording {
  readonly script: Script;
  readonly exchanges: readonly Exchange[];
}

export interface RecordOptions extends PlanOptions {
  readonly clients: readonly Client[];
  readonly pages: readonly string[];
}

/** Asks a server for all lists and plans a script from them, then runs it. */
export async function recordFirst(server: RunningServer, { clients, pages, ...options }: RecordOptions): Promise<Recording> {
  const visits: Visit[] = [];
  const exchanges = await readPages(server, pages);
  for (const client of clients)
    for (const era of eras) {
      const recorder = await Recorder.open(server, client, era);
      const calls = planCalls(await recorder.list(), options);
      await recorder.play(calls);
      visits.push({ client, era, calls });
      exchanges.push(...recorder.exchanges);
    }
  return { script: { visits, pages }, exchanges };
}

/** The same requests in the same order to another server. */
export async function replay(server: RunningServer, { pages, visits }: Script): Promise<readonly Exchange[]> {
  const exchanges = await readPages(server, pages);
  for (const { calls, client, era } of visits) {
    const recorder = await Recorder.open(server, client, era);
    await recorder.list();
    await recorder.play(calls);
    exchanges.push(...recorder.exchanges);
  }
  return exchanges;
}

async function readPages(server: RunningServer, pages: readonly string[]): Promise<Exchange[]> {
  const exchanges: Exchange[] = [];
  for (const page of pages) exchanges.push({ call: `GET ${page}`, answer: normaliseAnswer(await getPage(new URL(page, server.url).href)) });
  return exchanges;
}

const maxPages = 20;
const maxRounds = 4;

class Recorder {
  readonly exchanges: Exchange[] = [];
  readonly #session: WireSession;
  readonly #label: string;
  readonly #hasSession: boolean;
  #background: BackgroundStream | undefined;

  private constructor(session: WireSession, client: Client, era: Era) {
    this.#session = session;
    this.#label = client.name === '' ? era : `${client.name}, ${era}`;
    this.#hasSession = era === '2025-06-18';
  }

  static async open(server: RunningServer, client: Client, era: Era): Promise<Recorder> {
    const endpoint = client.path === undefined ? server.url : new URL(client.path, server.url).href;
    const recorder = new Recorder(new WireSession(endpoint, era, await client.credential?.(endpoint)), client, era);
    await recorder.#note('open', () => recorder.#session.open());
    if (recorder.#hasSession) recorder.#background = await recorder.#session.background();
    return recorder;
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
    if (!this.#hasSession) return;
    await this.#note('close', () => this.#session.close());
    const background = this.#background;
    if (background !== undefined) await this.#note('background stream', () => background.end());
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
    const call = `${this.#label} ${label}`;
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
