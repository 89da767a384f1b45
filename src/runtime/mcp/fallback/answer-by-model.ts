import { isJsonObject } from '../../model/index.ts';
import { declaresCapability } from '../../define/client-capabilities.ts';
import { ServiceError } from '../../errors/index.ts';
import type { JsonObject } from '../../model/index.ts';
import { errorResult } from '../call/error-result.ts';
import type { Around, Method, MethodCall } from '../protocol.ts';
import { type WireResult } from '../json-rpc.ts';
import { FallbackCall, longestElicitId, type FallbackContext } from './fallback-call.ts';
import type { WaitingCall } from './fallback-seal.ts';
import { fallbackToolName, withFallbackTool } from './fallback-tool.ts';

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
