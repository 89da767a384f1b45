import { isJsonObject, type JsonObject, type ServerModel } from '../model/index.ts';
import { cannotAsk, type Question } from '../define/asking.ts';
import { declaresCapability, type ClientCapability } from '../define/client-capabilities.ts';
import { listedError, ProtocolError, PublicMcpError, ServiceError } from '../errors/index.ts';
import type { Ask } from './client-channel.ts';
import * as rpcCodes from './rpc-codes.ts';

/** The client capabilities that a question needs, and the object that error -32021 names. */
function requirementsOf({ method, params }: Question): { needs: readonly ClientCapability[]; named: JsonObject } {
  if (method === 'roots/list') return { needs: ['roots'], named: { roots: {} } };
  if (method === 'elicitation/create') {
    return params.mode === 'url'
      ? { needs: ['elicitation.url'], named: { elicitation: { url: {} } } }
      : { needs: ['elicitation'], named: { elicitation: {} } };
  }
  const withTools = params.tools !== undefined || params.toolChoice !== undefined;
  const withContext = params.includeContext !== undefined && params.includeContext !== 'none';
  return {
    needs: ['sampling', ...(withTools ? ['sampling.tools' as const] : []), ...(withContext ? ['sampling.context' as const] : [])],
    named: { sampling: { ...(withTools ? { tools: {} } : {}), ...(withContext ? { context: {} } : {}) } },
  };
}

/**
 * Checks a question before it is sent.
 * @throws {ProtocolError} -32021 (HTTP 400 while no stream is open) when the client did not declare what the question needs
 * @throws {ServiceError} ELICITATION_DISABLED when the server's options forbid elicitation
 */
export function checkQuestion(model: ServerModel, declared: JsonObject, question: Question): void {
  const { elicitation } = model.options.rest;
  if (question.method === 'elicitation/create' && isJsonObject(elicitation) && elicitation.enabled === false) {
    throw listedError('ELICITATION_DISABLED', 'This server does not ask its users: its option elicitation.enabled is false');
  }
  const { named, needs } = requirementsOf(question);
  if (needs.every((capability) => declaresCapability(declared, capability))) return;
  const message = `The client cannot be asked for ${question.method}: it did not declare the capability, or its protocol version does not have it`;
  throw new ProtocolError(rpcCodes.missingCapability, message, { data: { requiredCapabilities: named }, httpStatus: 400 });
}

/** The error of an answer that did not come in time. */
export function tooLate({ method }: Question): ServiceError {
  return listedError(
    method === 'elicitation/create' ? 'ELICITATION_TIMEOUT' : 'EXECUTION_TIMEOUT',
    `The client did not answer ${method} in time`,
  );
}

/** The error of a question that the client answered with an error. */
export const refusedByClient = (method: string, { code, message }: { readonly code: number; readonly message: string }): Error =>
  new PublicMcpError(`The client answered ${method} with error ${code}: ${message}`, 'CLIENT_REFUSED');

/** `ask` of calls in envelope revisions whose method never asks: it only says why. */
export function neverAsk(model: ServerModel, declared: JsonObject): Ask {
  return async (question) => {
    checkQuestion(model, declared, question);
    return cannotAsk(question);
  };
}

/** A name, so that it can stand in JSON beside others; never `__proto__`. */
const keyText = /^[A-Za-z][\w.-]{0,63}$/;

const ordinalNames: Readonly<Record<string, string>> = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
};

/** Names the questions of one run of a call: by the author, or by kind and order, which is the same in every run of the same code. */
export class QuestionKeys {
  readonly #taken = new Set<string>();
  readonly #counts = new Map<string, number>();

  /** @throws {ServiceError} SERVER_ERROR for a key that is no name or that the call has used */
  take(question: Question): string {
    const key = question.key ?? this.#nextOrdinal(question.method);
    if (!keyText.test(key))
      throw new ServiceError(
        'SERVER_ERROR',
        `The key "${key}" of a question must be a name: a letter, then at most 63 letters, digits, ".", "_" or "-"`,
      );
    if (this.#taken.has(key))
      throw new ServiceError('SERVER_ERROR', `The key "${key}" names two questions of one call; give each its own, or none`);
    this.#taken.add(key);
    return key;
  }

  #nextOrdinal(method: string): string {
    const count = (this.#counts.get(method) ?? 0) + 1;
    this.#counts.set(method, count);
    return `${ordinalNames[method] ?? 'question'}-${count}`;
  }
}
