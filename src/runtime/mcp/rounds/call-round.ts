import { isJsonObject, type JsonObject, type ServerModel } from '../../model/index.ts';
import { defaultAnswerMs, type Question } from '../../define/asking.ts';
import { InputRequired, invalidParams, ProtocolError, ServiceError } from '../../errors/index.ts';
import { type Awaitable, type Clock, isPromiseLike, randomId, type SealSecret, systemClock } from '../../std/index.ts';
import type { Ask } from '../client-channel.ts';
import * as rpcCodes from '../rpc-codes.ts';
import { optionalObject } from '../params.ts';
import { principalOf } from '../principal.ts';
import { checkQuestion, neverAsk, QuestionKeys, tooLate } from '../check-question.ts';
import { canonicalJson, defaultRoundLimits, digestOf, type RoundLimits, type RoundState, StateSeal } from './state-seal.ts';
import type { Round, RoundRequest, Rounds } from '../protocol.ts';
import { MemoryUsedStates, type UsedStates } from './used-states.ts';
import { encodeQuestion } from '../revisions/encode-question.ts';
import { askClient, questionsOf } from '../sessions/ask-client.ts';

export interface RoundContext {
  readonly model: ServerModel;
  readonly seal: StateSeal;
  readonly used: UsedStates;
  readonly limits: RoundLimits;
  readonly clock: Clock;
}

interface HeldAnswer {
  /** Digest of the answered question; absent when the client answered without being asked. */
  readonly digest?: string;
  /** `null`: it came too late. */
  readonly answer: JsonObject | null;
}

interface OpenQuestion {
  readonly question: Question;
  readonly giveUp: (reason: Error) => void;
}

class RoundQuestions {
  readonly keys = new QuestionKeys();
  readonly answers = new Map<string, HeldAnswer>();
  readonly open = new Map<string, OpenQuestion>();
}

/**
 * One request of a call that may ask. A question without an answer waits; one macrotask later, when everything that the handler could
 * do without an answer in this turn has been done, the round ends with all questions that wait by then. So questions asked together
 * travel together, and work that is still in flight is given up: it runs again with the handler in the next round.
 */
class CallRound implements Round {
  readonly ask: Ask;
  readonly #request: RoundRequest;
  readonly #context: RoundContext;
  #questions: RoundQuestions | undefined;
  #round = 0;
  #checking = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #over = false;
  #end: (result: Promise<object>) => void = () => undefined;

  constructor(request: RoundRequest, context: RoundContext) {
    this.#request = request;
    this.#context = context;
    this.ask = (question) => this.#ask(question);
  }

  /** Made for the calls that do ask. */
  get #asked(): RoundQuestions {
    return (this.#questions ??= new RoundQuestions());
  }

  run(handle: () => Awaitable<object>): Awaitable<object> {
    const { inputResponses, requestState } = this.#request.params;
    // Most calls bring no answers, and many end at once: those take no turn of the event loop more than without rounds.
    if (inputResponses === undefined && requestState === undefined) return this.#runToEnd(handle);
    return this.#takeAnswers().then(() => this.#runToEnd(handle));
  }

  #runToEnd(handle: () => Awaitable<object>): Awaitable<object> {
    const handled = handle();
    if (!isPromiseLike(handled)) {
      this.#close();
      return handled;
    }
    return new Promise<object>((resolve) => {
      this.#end = resolve;
      const finish = (): void => {
        // The round has its result already; a later outcome of the handler changes nothing.
        if (this.#over) return;
        this.#close();
        resolve(handled);
      };
      handled.then(finish, finish);
    });
  }

  #close(): void {
    this.#over = true;
    clearTimeout(this.#timer);
  }

  async #ask(question: Question): Promise<JsonObject> {
    checkQuestion(this.#context.model, this.#request.clientCapabilities, question);
    const key = this.#asked.keys.take(question);
    const held = this.#asked.answers.get(key);
    // Names count questions, so an answer must not match a question that was not asked yet. A permission is for what was shown.
    const mustBeAsked = question.key === undefined || question.onlyPerson === true;
    if (held === undefined || (held.digest === undefined && mustBeAsked)) return this.#wait(key, question);
    this.#checking++;
    let fits: boolean;
    try {
      fits = await this.#fits(key, held, question);
    } finally {
      this.#checking--;
      this.#arm();
    }
    if (!fits) {
      this.#asked.answers.delete(key);
      return this.#wait(key, question);
    }
    if (held.answer === null) throw tooLate(question);
    // A copy: a handler that changes its answer must not change what later rounds read.
    return structuredClone(held.answer);
  }

  /** An answer belongs to the question that was asked: if the handler asks another question now, that one was not approved. */
  async #fits(key: string, held: HeldAnswer, question: Question): Promise<boolean> {
    const digest = await digestOf(this.#write(question));
    if (held.digest !== undefined && held.digest !== digest) return false;
    if (held.answer !== null && (await question.problemOf?.(held.answer)) !== undefined) return false;
    this.#asked.answers.set(key, { digest, answer: held.answer });
    return true;
  }

  #wait(key: string, question: Question): Promise<JsonObject> {
    if (this.#over) return Promise.reject(new InputRequired());
    if (this.#asked.open.size >= this.#context.limits.maxQuestions) {
      return Promise.reject(new ServiceError('SERVER_ERROR', `A call asks at most ${this.#context.limits.maxQuestions} questions at once`));
    }
    const { signal } = question;
    return new Promise((_resolve, reject) => {
      const withdraw = (): void => {
        // What the client is asked by then stays so.
        if (this.#over) return;
        this.#asked.open.delete(key);
        reject(new Error(`${question.method} was given up because the call ended`));
      };
      if (signal?.aborted === true) return withdraw();
      signal?.addEventListener('abort', withdraw);
      this.#asked.open.set(key, { question, giveUp: reject });
      this.#arm();
    });
  }

  #arm(): void {
    if (this.#over || this.#checking > 0 || this.#asked.open.size === 0) return;
    this.#timer ??= setTimeout(() => this.#settle(), 0);
  }

  #settle(): void {
    this.#timer = undefined;
    // An answer is being looked at: what the handler does with it may bring another question.
    if (this.#over || this.#checking > 0 || this.#asked.open.size === 0) return;
    this.#over = true;
    this.#end(this.#sealRound());
    for (const { giveUp } of this.#asked.open.values()) giveUp(new InputRequired());
  }

  async #sealRound(): Promise<JsonObject> {
    const { clock, limits, seal } = this.#context;
    const keys = [...this.#asked.open.keys()];
    if (this.#round >= limits.maxRounds) {
      const hint = 'A question whose text differs in every run is asked for ever';
      throw new ProtocolError(
        rpcCodes.internalError,
        `The call has asked in ${limits.maxRounds} rounds without an end; it still asks ${keys.join(', ')}. ${hint}`,
      );
    }
    const now = clock();
    const asked = await Promise.all(
      [...this.#asked.open].map(
        async ([key, { question }]) => [key, await digestOf(this.#write(question)), now + (question.ttlMs ?? defaultAnswerMs)] as const,
      ),
    );
    const answers = [...this.#asked.answers].flatMap(([key, { answer, digest }]) =>
      digest === undefined ? [] : [[key, digest, answer] as const],
    );
    const expiresAt = Math.max(...asked.map(([, , deadline]) => deadline)) + limits.graceMs;
    const requestState = await seal.seal({ id: randomId(), round: this.#round + 1, expiresAt, asked, answers }, this.#binding());
    if (requestState.length > limits.maxStateLength) {
      throw new ProtocolError(
        rpcCodes.internalError,
        `The answers of this call are too large to be kept between rounds: ${requestState.length} characters, ${limits.maxStateLength} at most`,
      );
    }
    const inputRequests = Object.fromEntries([...this.#asked.open].map(([key, { question }]) => [key, this.#write(question)]));
    return { resultType: 'input_required', inputRequests, requestState };
  }

  #write(question: Question): JsonObject {
    return { method: question.method, params: encodeQuestion(this.#request.revision.questionForm, question) };
  }

  async #takeAnswers(): Promise<void> {
    const { params } = this.#request;
    const given = Object.entries(optionalObject(params, 'inputResponses') ?? {}).flatMap(([key, answer]) =>
      isJsonObject(answer) ? [[key, answer] as const] : [],
    );
    if (params.requestState === undefined) {
      for (const [key, answer] of given) this.#asked.answers.set(key, { answer });
      return;
    }
    const state = await this.#openState(params.requestState);
    this.#round = state.round;
    for (const [key, digest, answer] of state.answers) this.#asked.answers.set(key, { digest, answer });
    const asked = new Map(state.asked.map(([key, ...rest]) => [key, rest]));
    const fresh = given.filter(([key]) => asked.has(key));
    if (fresh.length > 0 && !(await this.#context.used.claim(state.id, state.expiresAt))) {
      throw invalidParams('requestState has been used already; begin the call again without it');
    }
    const now = this.#context.clock();
    for (const [key, answer] of fresh) {
      const [digest = '', deadline = 0] = asked.get(key) ?? [];
      this.#asked.answers.set(key, { digest, answer: now > deadline ? null : answer });
    }
  }

  async #openState(text: unknown): Promise<RoundState> {
    const { clock, limits, seal } = this.#context;
    const readable = typeof text === 'string' && text.length <= limits.maxStateLength;
    const state = readable ? await seal.open(text, this.#binding()) : undefined;
    if (state === undefined) throw invalidParams('requestState is not one of this call; begin the call again without it');
    if (state.expiresAt <= clock()) throw invalidParams('requestState has expired; begin the call again without it');
    return state;
  }

  /** Caller, method and params: another's state, or one of another call, does not open. */
  #binding(): string {
    const { auth, method, params } = this.#request;
    const { _meta, inputResponses: _answers, requestState: _state, ...rest } = params;
    return canonicalJson([principalOf(auth), method, rest]);
  }
}

interface RoundsOptions {
  readonly model: ServerModel;
  /** Source of the sealing key: at least as hard to guess as a person's approval is worth. */
  readonly secret: SealSecret;
  /** Identity of the server, part of the key derivation. */
  readonly identity: string;
  readonly used?: UsedStates;
  readonly limits?: RoundLimits;
  readonly clock?: Clock;
}

/** Calls that may answer `input_required`; everything else never does. */
const askingMethods = /* @__PURE__ */ new Set(['tools/call', 'prompts/get', 'resources/read']);

/** The rounds of one server. */
export function createRounds(options: RoundsOptions): Rounds {
  const clock = options.clock ?? systemClock;
  const shared = {
    model: options.model,
    seal: new StateSeal(options.secret, options.identity),
    used: options.used ?? new MemoryUsedStates(clock),
    limits: options.limits ?? defaultRoundLimits,
    clock,
  };
  return {
    begin: (request) => (askingMethods.has(request.method) ? new CallRound(request, shared) : undefined),
    refuse: (clientCapabilities) => neverAsk(options.model, clientCapabilities),
    questionsOf,
    askInConversation: (conversation, target) => askClient(options.model, conversation, target),
  };
}
