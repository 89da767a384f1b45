import { upgradeFromThreeToThreeOne } from '@scalar/openapi-upgrader/3.0-to-3.1';
import type { ToolContext } from '@service/sdk/define';
import { messageOf } from '@service/sdk/internal';
import { compileSchema } from '@service/sdk/json-schema';
import { isJsonObject, type Json, type JsonObject } from '@service/sdk/model';
import { callOperation } from '../../../packages/adapters/src/run/call-operation.ts';
import type { PreparedApi, PreparedOperation } from '../../../packages/adapters/src/prepared.ts';
import { withSchemas } from '../../../packages/adapters/src/tool-schemas.ts';
import { randomOf, Sampler } from './sample.ts';

/** What a stranger's validator says of the requests that calls of random operations send. */
export interface JudgedRequests {
  readonly sent: number;
  /** Operations for whose schema no arguments were found. */
  readonly unsampled: number;
  readonly refused: readonly string[];
}

interface Validator {
  readonly strict: Pick<Validator, 'validateRequest'>;
  knows(id: string): boolean;
  matchOperation(request: object): { readonly operationId?: string } | undefined;
  validateRequest(request: object): {
    readonly valid: boolean;
    readonly errors?: readonly { readonly instancePath: string; readonly message?: string }[] | null;
  };
}

/** @param definition the description, which is changed @returns undefined where the validator cannot read it */
export async function judgeRequests(
  api: PreparedApi,
  definition: JsonObject,
  { count, seed }: { readonly count: number; readonly seed: number },
): Promise<JudgedRequests | undefined> {
  // Descriptions that lead back to themselves are more than the validator can read.
  const validator = await createValidator(definition).catch(() => undefined);
  if (validator === undefined) return undefined;
  const random = randomOf(seed);
  const order = api.operations.map((operation) => [random(), operation] as const).toSorted(([one], [other]) => one - other);
  const refused: string[] = [];
  let sent = 0;
  let unsampled = 0;
  for (const [, operation] of order) {
    if (sent >= count) break;
    const args = argumentsOf(api, operation, random);
    if (args === undefined) {
      unsampled++;
      continue;
    }
    const problem = await problemOf(validator, { api, operation, args }).catch((failure: unknown) => messageOf(failure));
    // An empty text for a step of the path, for example: the schema allows it, and no address can have it.
    if (problem?.startsWith('Invalid tool input') === true) {
      unsampled++;
      continue;
    }
    sent++;
    if (problem !== undefined)
      refused.push(`${operation.method.toUpperCase()} ${operation.path}: ${problem} (${JSON.stringify(args).slice(0, 300)})`);
  }
  return { sent, unsampled, refused };
}

const attempts = 20;

function argumentsOf(api: PreparedApi, { cut, input, uses }: PreparedOperation, random: () => number): JsonObject | undefined {
  const schema = withSchemas(input, api.schemas, { cut, uses });
  const check = compileSchema(schema);
  for (let count = 0; count < attempts; count++) {
    const value = new Sampler(schema, random).value(schema);
    if (isJsonObject(value) && check(value) === undefined) return value;
  }
  return undefined;
}

interface Sent {
  readonly api: PreparedApi;
  readonly operation: PreparedOperation;
  readonly args: JsonObject;
}

async function problemOf(validator: Validator, { api, args, operation }: Sent): Promise<string | undefined> {
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
  if (request === undefined) return 'nothing was sent';
  const { pathname, search } = new URL(request.url);
  const base = new URL(operation.baseUrl ?? api.baseUrl).pathname.replace(/\/$/, '');
  const asked = {
    method: request.method,
    path: pathname.slice(base.length),
    query: search.slice(1),
    headers: Object.fromEntries(request.headers),
    body: operation.body?.kind === 'json' ? (await request.text()) || undefined : undefined,
  };
  const matched = validator.matchOperation(asked);
  // Paths that are references, that differ in a fragment alone, or that end with a slash are no operations of the validator.
  if (!validator.knows(idOf(operation)) || path.includes('#') || /.\/$/.test(path)) return undefined;
  if (matched?.operationId !== idOf(operation)) return `reached ${matched?.operationId ?? 'no operation'}: ${asked.path}`;
  // What parameters say is text, and what a body says is not: each is judged by the validator that knows it.
  const isOfBody = ({ instancePath }: { readonly instancePath: string }): boolean => instancePath.startsWith('/requestBody');
  const ofParameters = (verdictOf(validator, asked).errors ?? []).filter((error) => !isOfBody(error));
  const ofBody = (verdictOf(validator.strict, asked).errors ?? []).filter(isOfBody);
  const faults = [...ofParameters, ...ofBody]
    .map(({ instancePath, message = '' }) => `${instancePath} ${message}`)
    .filter((fault) => !isBlind(fault, operation));
  return faults.length === 0 ? undefined : faults.join(', ');
}

/** What the validator does not read: lists and objects outside of queries, headers that OpenAPI passes over, bodies that are no JSON. */
const isBlind = (fault: string, { body, parameters = [] }: PreparedOperation): boolean =>
  /^\/(path|header|cookie)\/.* must be (array|object)/.test(fault) ||
  /^\/header must have required property '(accept|authorization|content-type)'/i.test(fault) ||
  (fault === " must have required property 'requestBody'" && body?.kind !== 'json') ||
  // Members of an exploded object are parameters with names of their own.
  fault === '/query must NOT have additional properties' ||
  (/^\/query\/.* must be object/.test(fault) && parameters.some(({ style }) => style === 'pipeDelimited' || style === 'spaceDelimited'));

/** Schemas that lead to themselves through a body, and those that are none, are more than the validator can use: such a request is not judged. */
function verdictOf(validator: Pick<Validator, 'validateRequest'>, asked: object): ReturnType<Validator['validateRequest']> {
  try {
    return validator.validateRequest(asked);
  } catch (failure) {
    if (failure instanceof RangeError || messageOf(failure).startsWith('schema is invalid')) return { valid: true };
    throw failure;
  }
}

const idOf = ({ method, path }: Pick<PreparedOperation, 'method' | 'path'>): string => `${method} ${path}`;

async function createValidator(given: JsonObject): Promise<Validator> {
  const definition = upgradeFromThreeToThreeOne(given) as unknown as JsonObject;
  mend(definition);
  const { OpenAPIBackend } = (await import('../../../tools/openapi/node_modules/openapi-backend/index.js')) as unknown as {
    readonly OpenAPIBackend: new (
      options: object,
    ) => Omit<Validator, 'knows' | 'strict'> & { init(): Promise<unknown>; readonly router: { getOperation(id: string): unknown } };
  };
  const open = async (ajvOpts: object): Promise<InstanceType<typeof OpenAPIBackend>> => {
    const backend = new OpenAPIBackend({
      definition,
      quick: true,
      strict: false,
      validate: true,
      ajvOpts: { strict: false, logger: false, ...ajvOpts },
    });
    await backend.init();
    return backend;
  };
  const backend = await open({ coerceTypes: 'array' });
  const strict = await open({ allErrors: true });
  return Object.assign(backend, { strict, knows: (id: string) => backend.router.getOperation(id) !== undefined });
}

/** The validator wants an id of every operation, and knows no `nullable` without a type. */
function mend(definition: JsonObject): void {
  delete definition['servers'];
  delete definition['security'];
  for (const [path, item] of Object.entries(definition['paths'] as JsonObject))
    for (const [method, operation] of Object.entries(isJsonObject(item) ? item : {})) {
      if (!isJsonObject(operation)) continue;
      operation['operationId'] = idOf({ method, path });
      delete operation['security'];
    }
  const open: Json[] = [definition];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isJsonObject(node) && 'nullable' in node && typeof node['nullable'] === 'boolean') {
      if (node['nullable'] && typeof node['type'] === 'string') node['type'] = [node['type'], 'null'];
      delete node['nullable'];
    }
    for (const value of Object.values(node ?? {}) as (Json | undefined)[])
      if (typeof value === 'object' && value !== null) open.push(value);
  }
}
