import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { memberOf } from '@service/sdk/internal';
import { isJsonObject } from '@service/sdk/model';
import { type Contract, contractChanges, readContract } from '@service/sdk/contract';
import { isWanted, printWanted, type AsymmetricMatcher } from '../asymmetric.ts';
import { found, type MatcherResult, print } from './matcher.ts';
import { TestClientError } from '../errors.ts';

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

/** Matchers of contracts. */
export const contractMatchers = {
  /** Compares with a file, `contract.json` in the folder of the run when absent, and fails for what breaks clients. */
  toMatchContract: (received: unknown, file = 'contract.json'): MatcherResult => {
    if (!isContract(received)) throw new TypeError(`Expected the result of contract().\nReceived: ${print(received)}`);
    const changes = contractChanges(storedContract(file, received), received);
    const breaking = changes.filter(({ kind }) => kind === 'breaking');
    const lines = changes.map(({ kind, message, name, of }) => `${kind}: ${of} ${name}: ${message}`);
    return found({
      pass: breaking.length === 0,
      expected: `Expected the contract to keep what ${file} promises. Accept the changes with SERVICE_UPDATE_CONTRACT=1`,
      expectedNot: `Expected the contract to break what ${file} promises`,
      received: lines.length === 0 ? 'no change' : lines.join('\n'),
    });
  },
} as const;

const isContract = (value: unknown): value is Contract => isJsonObject(value) && value['contractVersion'] === 1;

/**
 * The contract that a file keeps. The first run writes it, and so does one with `SERVICE_UPDATE_CONTRACT=1`; on a build machine (`CI`) a
 * missing file is a failure, because a file written there would not be committed.
 * @throws {TestClientError}
 */
function storedContract(file: string, live: Contract): Contract {
  const path = resolve(file);
  if (process.env['SERVICE_UPDATE_CONTRACT'] === '1' || !existsSync(path)) return writeContract(path, live);
  const stored = readContract(readFileSync(path, 'utf8'));
  if (stored === undefined)
    throw new TestClientError(`${path} holds no contract that this version understands. Name a contract.json of \`service build\`.`);
  return visiblePart(stored, live);
}

function writeContract(path: string, live: Contract): Contract {
  if (process.env['CI'] && !existsSync(path))
    throw new TestClientError(`There is no contract to compare with yet: ${path}. Run the test once outside of CI and commit the file.`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(live, undefined, 2)}\n`);
  return live;
}

/** The part of a built contract that clients see: without hidden tools, access rules, skills and members that a start decides. */
function visiblePart(stored: Contract, live: Contract): Contract {
  return {
    ...stored,
    server: openMembersOf(stored.server, live.server),
    tools: seen(
      stored.tools.filter(({ visibility }) => visibility === 'public'),
      live.tools,
    ),
    resources: seen(stored.resources, live.resources),
    resourceTemplates: seen(stored.resourceTemplates, live.resourceTemplates),
    prompts: seen(stored.prompts, live.prompts),
    skills: [],
  };
}

interface Entry {
  readonly name: string;
  readonly decidedAtStart?: readonly string[];
}

function seen<E extends Entry>(stored: readonly E[], live: readonly E[]): E[] {
  return stored.map((entry) => {
    const rules = Object.fromEntries(Object.entries(entry).filter(([key]) => key !== 'authorities' && key !== 'availableWhen')) as E;
    const now = live.find(({ name }) => name === entry.name);
    return now === undefined ? rules : openMembersOf(rules, now);
  });
}

/** Members that each start decides are taken as they are now. */
const openMembersOf = <E extends { readonly decidedAtStart?: readonly string[] }>(stored: E, now: E): E => ({
  ...stored,
  ...Object.fromEntries(Object.entries(now).filter(([key]) => stored.decidedAtStart?.includes(key) === true)),
});
