import { defaultAnswerMs, type Question } from '../../define/asking.ts';
import { InputRequired, listedError, ProtocolError, ServiceError } from '../../errors/index.ts';
import { isJsonObject, type JsonObject, type ServerModel } from '../../model/index.ts';
import { type Awaitable, type Clock, isPromiseLike, isSecretName, randomId } from '../../std/index.ts';
import type { CallChannel } from '../call/call-request.ts';
import type { Around, Method, MethodCall } from '../protocol.ts';
import { checkQuestion, QuestionKeys, tooLate } from '../check-question.ts';
import { defaultRoundLimits, digestOf } from '../rounds/state-seal.ts';
import type { UsedStates } from '../rounds/used-states.ts';
import * as rpcCodes from '../rpc-codes.ts';
import { type FallbackSeal, fallbackToolName, type GivenAnswer, type WaitingCall, withFallbackTool } from './fallback-tool.ts';
import { declaresCapability } from '../../define/client-capabilities.ts';
import { errorResult } from '../call/error-result.ts';
import type { WireResult } from '../json-rpc.ts';

/**
 * Whether the answer may come by way of the model, which can answer without asking the person. Not where the answer is a permission or a
 * secret: pages, questions that the author keeps for the person, forms that only say yes or no, and fields with names of secrets.
 */
function modelMayAnswer({ method, onlyPerson, params }: Question): boolean {
  if (method !== 'elicitation/create' || params.mode === 'url' || onlyPerson === true) return false;
  const { requestedSchema: form } = params;
  const fields = isJsonObject(form) && isJsonObject(form.properties) ? Object.entries(form.properties) : [];
  return fields.some(([, field]) => !isSwitch(field)) && !fields.some(([name]) => isSecretName(name));
}

const isSwitch = (field: unknown): boolean => isJsonObject(field) && field.type === 'boolean';

export interface FallbackContext {
  readonly model: ServerModel;
  readonly seal: FallbackSeal;
  readonly used: UsedStates;
  readonly clock: Clock;
}

/** The call of the tool that asks, at first and each time that it runs again. */
export interface AskingCall {
  readonly tool: string;
  readonly arguments: JsonObject;
  /** Questions that have been put so far. */
  readonly round: number;
  readonly answers: readonly GivenAnswer[];
}

/** Characters of an `elicitId`, sent and accepted: a model has to write it out. */
const longestElicitId = 16_384;

/**
 * One run of a tool whose client cannot be asked. The first form without an answer ends the call: its result tells the model what to ask,
 * and with the answer the tool runs again from its first line.
 */
class FallbackCall implements CallChannel {
  readonly progressToken?: string | number;
  readonly #call: MethodCall;
  readonly #asking: AskingCall;
  readonly #context: FallbackContext;
  readonly #outer: CallChannel;
  readonly #keys = new QuestionKeys();
  /** Settles when the last question was answered or put. */
  #decided: Promise<unknown> = Promise.resolve();
  #over = false;
  #end: (result: Promise<object>) => void = () => undefined;

  constructor(call: MethodCall, asking: AskingCall, context: FallbackContext) {
    this.#call = call;
    this.#asking = asking;
    this.#context = context;
    this.#outer = call.channel;
    if (this.#outer.progressToken !== undefined) this.progressToken = this.#outer.progressToken;
  }

  get signal(): AbortSignal {
    return this.#outer.signal;
  }

  notify(method: string, params: JsonObject): boolean {
    return this.#outer.notify(method, params);
  }

  closeStream(retryMs: number): boolean {
    return this.#outer.closeStream?.(retryMs) ?? false;
  }

  run(handle: (call: MethodCall) => Awaitable<object>): Awaitable<object> {
    const handled = handle({ ...this.#call, channel: this });
    if (!isPromiseLike(handled)) return handled;
    return new Promise<object>((resolve) => {
      this.#end = resolve;
      const finish = (): void => {
        // A handler that catches the end of its run does not complete the call.
        if (this.#over) return;
        this.#over = true;
        resolve(handled);
      };
      handled.then(finish, finish);
    });
  }

  async ask(question: Question): Promise<JsonObject> {
    if (!modelMayAnswer(question)) return this.#outer.ask(question);
    checkQuestion(this.#context.model, { elicitation: {} }, question);
    const key = this.#keys.take(question);
    const digest = digestOf({ method: question.method, params: question.params });
    // Questions that are asked at once are put in their order, whichever digest is ready first.
    const decided = this.#decided.then(async () => this.#decide({ question, key, digest: await digest }));
    this.#decided = decided.catch(() => undefined);
    return decided;
  }

  async #decide({ digest, key, question }: AskedQuestion): Promise<JsonObject> {
    const held = this.#asking.answers.find((given) => given.key === key && given.digest === digest);
    if (held === undefined) return this.#wait({ question, key, digest });
    if (held.answer === null) throw tooLate(question);
    const problem = await question.problemOf?.(held.answer);
    if (problem !== undefined) return this.#wait({ question, key, digest, problem });
    return { ...structuredClone(held.answer), fromModel: true };
  }

  /** @throws {InputRequired} always: the handler runs again with the answer */
  #wait(asked: AskedQuestion): never {
    if (!this.#over) {
      this.#over = true;
      this.#end(this.#tellModel(asked));
    }
    throw new InputRequired();
  }

  async #tellModel({ digest, key, problem, question }: AskedQuestion): Promise<JsonObject> {
    const { answers, arguments: args, round, tool } = this.#asking;
    if (round >= defaultRoundLimits.maxRounds) {
      const problem = `The call has asked ${round} times without an end; it still asks ${key}`;
      throw new ProtocolError(rpcCodes.internalError, problem);
    }
    const deadline = this.#context.clock() + (question.ttlMs ?? defaultAnswerMs);
    const waiting = {
      id: randomId(),
      round: round + 1,
      expiresAt: deadline + defaultRoundLimits.graceMs,
      tool,
      arguments: args,
      asked: { key, digest, deadline },
      answers: answers.filter((given) => given.key !== key),
    };
    const elicitId = await this.#context.seal.seal(waiting, this.#call);
    if (elicitId.length > longestElicitId) {
      const problem = `The arguments of ${tool} are too long to be kept in a question: ${elicitId.length} characters, ${longestElicitId} at most`;
      throw listedError('ELICITATION_NOT_SUPPORTED', problem);
    }
    return askModel({ elicitId, question, problem, deadline });
  }
}

interface AskedQuestion {
  readonly question: Question;
  readonly key: string;
  readonly digest: string;
  /** Fault of the last answer. */
  readonly problem?: string;
}

interface ModelQuestion {
  readonly elicitId: string;
  readonly question: Question;
  readonly problem: string | undefined;
  readonly deadline: number;
}

/** The result in the place of the tool's own. The text says all of it: many clients show their model nothing else. */
function askModel({ deadline, elicitId, problem, question: { params } }: ModelQuestion): JsonObject {
  const { message = '', requestedSchema = {} } = params;
  const elicitationRequired = {
    elicitId,
    message,
    requestedSchema,
    answerWith: fallbackToolName,
    expiresAt: new Date(deadline).toISOString(),
    problem,
  };
  const text = [
    ...(problem === undefined ? [] : [`The last answer was not accepted: ${problem}.`]),
    'This tool has not run to its end: it needs an answer of the person. Ask them what "message" says and do not answer for them.',
    `Then call the tool ${fallbackToolName} with this elicitId, with action accept, decline or cancel, and with accept also content, an object that fits requestedSchema.`,
    JSON.stringify(elicitationRequired),
  ].join('\n');
  return { content: [{ type: 'text', text }], structuredContent: { elicitationRequired } };
}

const cannotBeAsked = ({ clientCapabilities }: MethodCall): boolean => !declaresCapability(clientCapabilities, 'elicitation');

/** Stands before `tools/list` and `tools/call`; clients that can be asked see nothing of it. */
export const answerByModel = (context: FallbackContext): Readonly<Record<'tools/list' | 'tools/call', Around>> => ({
  'tools/list': async (call, next) => {
    const page = await next(call);
    return cannotBeAsked(call) ? withFallbackTool(page as WireResult) : page;
  },
  'tools/call': (call, next) => {
    const { name, arguments: given } = call.params;
    if (!cannotBeAsked(call) || typeof name !== 'string') return next(call);
    const args = isJsonObject(given) ? given : {};
    if (name === fallbackToolName) return goOn(call, { args, context }, next);
    return new FallbackCall(call, { tool: name, arguments: args, round: 0, answers: [] }, context).run(next);
  },
});

interface HandedIn {
  readonly args: JsonObject;
  readonly context: FallbackContext;
}

async function goOn(call: MethodCall, handedIn: HandedIn, next: Method): Promise<object> {
  let waiting: WaitingCall;
  let answer: JsonObject;
  try {
    answer = readAnswer(handedIn.args);
    waiting = await claim(call, handedIn);
  } catch (failure) {
    return errorResult(failure, { runtime: call.server.runtime, request: call, name: fallbackToolName });
  }
  const { deadline, digest, key } = waiting.asked;
  const given = { key, digest, answer: handedIn.context.clock() > deadline ? null : answer };
  const { _meta: meta = {} } = call.params;
  const again: MethodCall = { ...call, params: { name: waiting.tool, arguments: waiting.arguments, _meta: meta } };
  return new FallbackCall(again, { ...waiting, answers: [...waiting.answers, given] }, handedIn.context).run(next);
}

/** The waiting call of an id, once. @throws {ServiceError} INVALID_INPUT */
async function claim(call: MethodCall, { args: { elicitId }, context }: HandedIn): Promise<WaitingCall> {
  const readable = typeof elicitId === 'string' && elicitId.length <= longestElicitId;
  const waiting = readable ? await context.seal.open(elicitId, call) : undefined;
  if (waiting === undefined) throw refused('elicitId is not one of this conversation');
  if (waiting.expiresAt <= context.clock()) throw refused('elicitId has expired');
  // A round of sealed questions comes back with the same params, and its own state says that the id was claimed for it.
  const comesBack = call.round !== undefined && call.params.requestState !== undefined;
  if (!comesBack && !(await context.used.claim(waiting.id, waiting.expiresAt))) throw refused('elicitId has been used already');
  return waiting;
}

/** Its shape; whether it fits the question is seen when the question is put again. @throws {ServiceError} INVALID_INPUT */
function readAnswer({ action, content }: JsonObject): JsonObject {
  if (action === 'decline' || action === 'cancel') return { action };
  if (action !== 'accept') throw new ServiceError('INVALID_INPUT', 'action must be accept, decline or cancel', { expose: true });
  if (isJsonObject(content)) return { action, content };
  throw new ServiceError('INVALID_INPUT', 'content must be an object that fits requestedSchema of the question', { expose: true });
}

const refused = (problem: string): Error =>
  new ServiceError('INVALID_INPUT', `${problem}: call the tool that asked again, without it`, { expose: true });
