import { memberOf } from '@service/sdk/internal';
import { isJsonObject } from '@service/sdk/model';
import { isWanted, printWanted, type AsymmetricMatcher } from '../asymmetric.ts';
import { found, print, type MatcherResult } from './matcher.ts';

/** The fault of a value as a JSON-RPC 2.0 response; undefined for a valid one. */
function responseProblem(value: unknown): string | undefined {
  if (!isJsonObject(value)) return 'no object';
  const { error, id, jsonrpc, result } = value;
  if (jsonrpc !== '2.0') return 'jsonrpc is not "2.0"';
  if ((result === undefined) === (error === undefined)) return 'neither or both of result and error';
  if (id !== undefined && id !== null && typeof id !== 'string' && typeof id !== 'number') return 'id is no text, number or null';
  if (result !== undefined && id === undefined) return 'a result without id';
  if (error === undefined) return undefined;
  if (!isJsonObject(error) || !Number.isInteger(error['code']) || typeof error['message'] !== 'string')
    return 'error has no integer code or no message';
  return undefined;
}

/** Of a message, or of a result of a client. */
function errorOf(received: unknown): Record<string, unknown> | undefined {
  const error = memberOf(received, 'error');
  return isJsonObject(error) ? error : undefined;
}

/** Matchers of messages: what `mcp.raw` resolves with. */
export const jsonRpcMatchers = {
  toBeValidJsonRpc: (received: unknown): MatcherResult => {
    const problem = responseProblem(received);
    return found({
      pass: problem === undefined,
      expected: `Expected a JSON-RPC 2.0 response: ${problem ?? ''}`,
      expectedNot: 'Expected something other than a JSON-RPC 2.0 response',
      received: print(received),
    });
  },
  toHaveResult: (received: unknown): MatcherResult =>
    found({
      pass: isJsonObject(received) && received['result'] !== undefined,
      expected: 'Expected the response to have a result',
      expectedNot: 'Expected the response to have no result',
      received: print(received),
    }),
  toHaveError: (received: unknown): MatcherResult =>
    found({
      pass: errorOf(received) !== undefined,
      expected: 'Expected the response to have an error',
      expectedNot: 'Expected the response to have no error',
      received: print(received),
    }),
  toHaveErrorCode: (received: unknown, code: number | AsymmetricMatcher): MatcherResult => {
    const error = errorOf(received);
    return found({
      pass: error !== undefined && isWanted(code, error['code']),
      expected: `Expected the response to have the error code ${printWanted(code)}`,
      expectedNot: `Expected the response not to have the error code ${printWanted(code)}`,
      received: error === undefined ? 'no error' : print(error),
    });
  },
} as const;
