import type { ToolContext } from '@service/sdk/define';
import { messageOf } from '@service/sdk/internal';
import { compileSchema } from '@service/sdk/json-schema';
import { isJsonObject, type JsonObject } from '@service/sdk/model';
import { callOperation } from '../../../packages/adapters/src/run/call-operation.ts';
import type { PreparedApi, PreparedOperation } from '../../../packages/adapters/src/prepared.ts';
import { withSchemas } from '../../../packages/adapters/src/tool-schemas.ts';
import { createOtherValidator, idOf, type OtherValidator } from './other-validator.ts';
import { createPrism, type Prism, type PrismRequest } from './prism.ts';
import { randomOf, Sampler } from './sample.ts';

/** What a stranger's validator says of the requests that calls of random operations send. */
export interface JudgedRequests {
  readonly sent: number;
  /** Of these, what prism judged, too. */
  readonly byPrism: number;
  /** Operations for whose schema no arguments were found. */
  readonly unsampled: number;
  readonly refused: readonly string[];
}

/** Of what is sent, prism judges each tenth. */
const prismShare = 10;

/**
 * Calls of random operations, each operation once before one comes again, until `count` requests are sent.
 * @param read the description, anew each time, since validators change what they get
 */
export async function judgeRequests(
  api: PreparedApi,
  read: () => JsonObject,
  { count, seed }: { readonly count: number; readonly seed: number },
): Promise<JudgedRequests> {
  const random = randomOf(seed);
  const order = api.operations.map((operation) => [random(), operation] as const).toSorted(([one], [other]) => one - other);
  const operations = order.map(([, operation]) => operation);
  const definition = read();
  // It knows OpenAPI 3 alone.
  const validator = 'swagger' in definition ? undefined : await createOtherValidator(definition);
  // As many as are judged, and as many again that may get no arguments.
  const share = Math.max(2, Math.ceil((2 * count) / prismShare));
  const ofPrism = new Set(operations.slice(0, share).map((operation) => idOf(operation)));
  const prism = await createPrism(read(), ofPrism);
  const tally = { sent: 0, byPrism: 0, refused: [] as string[], unsampled: new Set<PreparedOperation>() };
  for (let round = 0; tally.sent < count && tally.unsampled.size < operations.length; round++)
    for (const operation of operations) {
      if (tally.sent >= count) break;
      if (tally.unsampled.has(operation)) continue;
      const args = argumentsOf(api, operation, random);
      const sent =
        args === undefined ? undefined : await requestOf({ api, operation, args }).catch((failure: unknown) => messageOf(failure));
      // An empty text for a step of the path, for example: the schema allows it, and no address can have it.
      if (args === undefined || sent === undefined || (typeof sent === 'string' && sent.startsWith('Invalid tool input'))) {
        if (round === 0) tally.unsampled.add(operation);
        else tally.sent++;
        continue;
      }
      tally.sent++;
      const byPrism = typeof sent === 'string' || tally.byPrism >= count / prismShare ? undefined : prismProblems(prism, operation, sent);
      if (byPrism !== undefined) tally.byPrism++;
      const byOther = typeof sent === 'string' ? [sent] : validator === undefined ? [] : problemsOf(validator, operation, sent);
      const problems = [...byOther, ...(byPrism ?? [])];
      for (const problem of problems)
        tally.refused.push(`${operation.method.toUpperCase()} ${operation.path}: ${problem} (${JSON.stringify(args).slice(0, 300)})`);
    }
  return { sent: tally.sent, byPrism: tally.byPrism, unsampled: tally.unsampled.size, refused: tally.refused };
}

const attempts = 20;

function argumentsOf(api: PreparedApi, { cut, input, uses }: PreparedOperation, random: () => number): JsonObject | undefined {
  const schema = withSchemas(input, api.schemas, { cut, uses });
  const check = compileSchema(schema);
  for (let count = 0; count < attempts; count++) {
    const value = new Sampler(schema, random, cut).value(schema);
    if (isJsonObject(value) && check(value) === undefined) return value;
  }
  return undefined;
}

interface Sent {
  readonly api: PreparedApi;
  readonly operation: PreparedOperation;
  readonly args: JsonObject;
}

interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** The request of a call. */
async function requestOf({ api, args, operation }: Sent): Promise<SentRequest> {
  let request: Request | undefined;
  const { key, method, name, operationId, path, tags = [] } = operation;
  const ctx = {
    fetch: (url: URL, init: RequestInit) => {
      request = new Request(url, { ...init, duplex: 'half' } as RequestInit);
      return Promise.resolve(new Response('{}', { headers: { 'content-type': 'application/json' } }));
    },
    logger: { warn: () => undefined },
    signal: new AbortController().signal,
  };
  const callable = {
    api,
    options: { name: 'api' },
    prepared: operation,
    operation: { name: key ?? name, method, path, operationId, tags },
  };
  await callOperation(callable, args, ctx as unknown as ToolContext);
  if (request === undefined) throw new Error('nothing was sent');
  const { pathname, search } = new URL(request.url);
  const base = new URL(operation.baseUrl ?? api.baseUrl).pathname.replace(/\/$/, '');
  return {
    method: request.method,
    path: pathname.slice(base.length),
    query: search.slice(1),
    headers: Object.fromEntries(request.headers),
    body: (await request.text()) || undefined,
  };
}

function problemsOf(validator: OtherValidator, operation: PreparedOperation, sent: SentRequest): readonly string[] {
  const asked = { ...sent, body: operation.body?.kind === 'json' ? sent.body : undefined };
  const matched = validator.matchOperation(asked);
  const { path } = operation;
  // Paths that are references, that differ in a fragment alone, or that end with a slash are no operations of the validator.
  if (!validator.knows(idOf(operation)) || path.includes('#') || /.\/$/.test(path)) return [];
  if (matched?.operationId !== idOf(operation)) return [`reached ${matched?.operationId ?? 'no operation'}: ${asked.path}`];
  // What parameters say is text, and what a body says is not: each is judged by the validator that knows it.
  const isOfBody = ({ instancePath }: { readonly instancePath: string }): boolean => instancePath.startsWith('/requestBody');
  const ofParameters = (verdictOf(validator, asked).errors ?? []).filter((error) => !isOfBody(error));
  const ofBody = (verdictOf(validator.strict, asked).errors ?? []).filter(isOfBody);
  return [...ofParameters, ...ofBody]
    .map(({ instancePath, message = '' }) => `${instancePath} ${message}`)
    .filter((fault) => !isBlind(fault, operation));
}

function prismProblems(
  prism: Prism,
  operation: PreparedOperation,
  { body, headers, method, path, query }: SentRequest,
): readonly string[] | undefined {
  const values: Record<string, string | string[]> = {};
  for (const [name, value] of new URLSearchParams(query)) {
    const before = values[name];
    values[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value];
  }
  const parsed: unknown = operation.body?.kind === 'json' && body !== undefined ? JSON.parse(body) : body;
  const request: PrismRequest = {
    method: method.toLowerCase(),
    url: { path, query: values },
    headers,
    ...(parsed === undefined ? {} : { body: parsed }),
  };
  return prism
    .faultsOf(idOf(operation), request)
    ?.filter((fault) => !isBlindOfPrism(fault, operation) && !isOfAbsentObject(fault, `${query}&${body ?? ''}`))
    .map((fault) => `prism: ${fault}`);
}

/** What the validator does not read: lists and objects outside of queries, headers that OpenAPI passes over, bodies that are no JSON. */
const isBlind = (fault: string, { body, parameters = [], path }: PreparedOperation): boolean =>
  /^\/(path|header|cookie)\/.* must be (array|object)/.test(fault) ||
  /^\/header must have required property '(accept|authorization|content-type)'/i.test(fault) ||
  (fault === " must have required property 'requestBody'" && body?.kind !== 'json') ||
  // Members of an exploded object are parameters with names of their own.
  fault === '/query must NOT have additional properties' ||
  (/^\/query\/.* must be object/.test(fault) && parameters.some(({ style }) => style === 'pipeDelimited' || style === 'spaceDelimited')) ||
  // It cuts at commas whatever has `explode: false`.
  (/^\/query\/.* must be (boolean|integer|number|object|string)/.test(fault) && parameters.some(({ explode }) => explode === false)) ||
  // It takes the template of a path for a pattern, in which `$count` and `delta()` match nothing.
  (fault.startsWith('/path must have required property') && /[$()]/.test(path));

/**
 * Prism reads parts of a multipart body as if they were those of an address, and keeps one of those with one name; it reads no objects in
 * headers, and wants headers that OpenAPI passes over.
 */
const isBlindOfPrism = (fault: string, { body }: PreparedOperation): boolean =>
  /^\/header\b.*( must be (array|object)|must have required property '(accept|authorization|content-type)')/i.test(fault) ||
  (body?.kind === 'multipart' && /^\/body\/.*(Reserved characters used|must be array)/.test(fault));

/** Prism reads an object in brackets that was not sent as one without members, and misses those that it requires. */
function isOfAbsentObject(fault: string, sent: string): boolean {
  const [, name] = /^\/(?:query|body)\/(?:\S+\/)?(\S+) .*must have required property/.exec(fault) ?? [];
  return name !== undefined && !new RegExp(`(^|&|%5B|\\[)${name}(%5D|\\])?(%5B|\\[)`).test(sent);
}

/** A schema that is none, such as one with `exclusiveMaximum: true` in OpenAPI 3.1, cannot be used by the validator: such a request is not judged. */
function verdictOf(validator: Pick<OtherValidator, 'validateRequest'>, asked: object): ReturnType<OtherValidator['validateRequest']> {
  try {
    return validator.validateRequest(asked);
  } catch (failure) {
    if (
      failure instanceof RangeError ||
      /^schema is invalid|value must be \[|^(NOT SUPPORTED|strict mode|can't resolve)/.test(messageOf(failure))
    )
      return { valid: true };
    throw failure;
  }
}
