import { ProtocolError } from '../errors/index.ts';
import type { JsonObject } from '../model/json.ts';
import type { Ask } from './call-channel.ts';
import { isJsonObject, rpcCodes } from './json-rpc.ts';

/** The client capability that a question needs, as the object that error -32021 names. */
function requiredCapability(question: { method: string; params: JsonObject }): JsonObject {
  if (question.method === 'sampling/createMessage') {
    return { sampling: question.params.tools === undefined ? {} : { tools: {} } };
  }
  if (question.method === 'roots/list') return { roots: {} };
  return { elicitation: question.params.mode === 'url' ? { url: {} } : {} };
}

/** `elicitation: {}` means form only; a bare capability never includes the members added later. */
function declares(declared: JsonObject, required: JsonObject): boolean {
  return Object.entries(required).every(([key, wanted]) => {
    const found = declared[key];
    if (!isJsonObject(found)) return false;
    return !isJsonObject(wanted) || declares(found, wanted);
  });
}

/** @throws {ProtocolError} -32021 (HTTP 400 while no stream is open) when the client did not declare what the question needs */
export function checkCapability(declared: JsonObject, question: { method: string; params: JsonObject }): void {
  const required = requiredCapability(question);
  if (declares(declared, required)) return;
  throw new ProtocolError(rpcCodes.missingCapability, `The client did not declare the capability for ${question.method}`, { requiredCapabilities: required }, 400);
}

/** For envelope revisions: a server never sends requests there, and sealed rounds (`input_required`) are not built yet. */
export function refuseQuestion(declared: JsonObject): Ask {
  return async (question) => {
    checkCapability(declared, question);
    throw new ProtocolError(rpcCodes.internalError, `${question.method} is not available on this protocol version yet`);
  };
}
