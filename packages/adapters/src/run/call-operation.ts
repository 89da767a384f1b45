import type { ToolContext } from '@service/sdk/define';
import { PublicMcpError } from '@service/sdk/errors';
import { addressNotPublic, onlyPublicConnections } from '@service/sdk/hosts/public-connections';
import { isPublicHost, isRecord } from '@service/sdk/internal';
import type { Json, JsonObject, ToolResult } from '@service/sdk/model';
import { charactersOfToken, defaults, type DataTransform, type OpenapiOperation, type OpenapiOptions } from '../openapi-options.ts';
import type { PreparedApi, PreparedOperation } from '../prepared.ts';
import { transformsFor } from '../transforms.ts';
import { bodyValue, writeBody, type WrittenBody } from './build-body.ts';
import { addressRequest, setCookies, setHeader, type Addressed, type Arguments } from './build-url.ts';
import { addCredentials } from './credentials.ts';
import { cutResult } from './cut-result.ts';
import { answerMeta, nextArguments } from './next-page.ts';
import { OpenapiFailure } from './openapi-failure.ts';
import { hideSecrets, readAnswer, type Answer } from './read-answer.ts';

/** An operation with what its calls need. */
export interface CallableOperation {
  readonly api: PreparedApi;
  readonly options: OpenapiOptions;
  readonly prepared: PreparedOperation;
  readonly operation: OpenapiOperation;
}

/** Makes the request of one call, and what the caller gets of its answer. */
export async function callOperation(callable: CallableOperation, input: Arguments, ctx: ToolContext): Promise<unknown> {
  try {
    const args = await transformInput(callable, input, ctx);
    const { addressed, body, secrets } = await buildRequest(callable, args, ctx);
    const answer = await send(callable, { addressed, body, secrets }, ctx);
    return await result(callable, { answer, url: addressed.url }, ctx);
  } catch (failure) {
    if (failure instanceof OpenapiFailure) return errorResult(failure.message, { status: failure.status });
    throw failure;
  }
}

async function transformInput({ operation, options }: CallableOperation, input: Arguments, ctx: ToolContext): Promise<Arguments> {
  const args = new Map(Object.entries(input));
  for (const { inject, inputKey } of transformsFor(options.inputTransforms, operation)) {
    const value = await inject(ctx, operation);
    if (value === undefined) args.delete(inputKey);
    else args.set(inputKey, value);
  }
  const given: unknown = await transform(
    transformsFor(options.dataTransforms?.preToolTransforms, operation),
    Object.fromEntries(args) as JsonObject,
    {
      ctx,
      operation,
    },
  );
  if (!isRecord(given)) throw new Error(`dataTransforms.preToolTransforms of ${operation.name} must return the arguments as an object`);
  return given;
}

async function transform(
  transforms: readonly DataTransform[],
  data: Json | undefined,
  { ctx, operation }: { readonly ctx: ToolContext; readonly operation: OpenapiOperation },
): Promise<Json | undefined> {
  let current = data;
  for (const change of transforms) current = await change(ctx, current, operation);
  return current;
}

interface BuiltRequest {
  readonly addressed: Addressed;
  readonly body: WrittenBody | undefined;
  readonly secrets: readonly string[];
}

async function buildRequest(callable: CallableOperation, args: Arguments, ctx: ToolContext): Promise<BuiltRequest> {
  const { api, operation, options, prepared } = callable;
  const addressed = addressRequest(prepared, prepared.baseUrl ?? api.baseUrl, args);
  const { cookies, headers } = addressed;
  const body = await buildBody(callable, args, ctx);
  if (!headers.has('accept')) headers.set('accept', prepared.json === true ? 'application/json' : 'application/json, */*;q=0.5');
  if (body?.mediaType !== undefined) setHeader(headers, 'content-type', body.mediaType);
  setCookies(headers, cookies);
  // Another host than that of the API gets nothing that was meant for it.
  if (prepared.baseUrl !== undefined && new URL(prepared.baseUrl).origin !== new URL(api.baseUrl).origin)
    return { addressed, body, secrets: [] };
  const additional = Object.entries(options.additionalHeaders ?? {});
  for (const [name, value] of additional) setHeader(headers, name, value);
  const secrets = await addCredentials({ ...callable, args, ctx }, addressed);
  const mapped = await options.headersMapper?.(ctx, headers, operation);
  const sent = mapped instanceof Headers ? mapped : headers;
  return { addressed: { ...addressed, headers: sent }, body, secrets: [...secrets, ...additional.map(([, value]) => value)] };
}

async function buildBody(
  { operation, options, prepared }: CallableOperation,
  args: Arguments,
  ctx: ToolContext,
): Promise<WrittenBody | undefined> {
  const { bodyMapper, maxRequestSize = defaults.maxRequestSize } = options;
  const given = prepared.body === undefined ? undefined : bodyValue(prepared.body, args);
  const value = bodyMapper === undefined ? given : await bodyMapper(ctx, given, operation);
  if (value === undefined) return undefined;
  const body = writeBody(prepared.body ?? { kind: 'json', mediaType: 'application/json' }, value);
  if (body.bytes > maxRequestSize)
    throw new PublicMcpError(
      `Invalid tool input: the body has ${body.bytes} bytes, and maxRequestSize is ${maxRequestSize}`,
      'INVALID_INPUT',
      413,
    );
  return body;
}

async function send(
  { options, prepared }: CallableOperation,
  { addressed, body, secrets }: BuiltRequest,
  ctx: ToolContext,
): Promise<Answer> {
  const { maxResponseSize = defaults.maxResponseSize, requestTimeoutMs = defaults.requestTimeoutMs } = options;
  const { headers, url } = addressed;
  const late = AbortSignal.timeout(requestTimeoutMs);
  try {
    const response = await ctx.fetch(url, {
      method: prepared.method.toUpperCase(),
      headers,
      ...(body === undefined ? {} : { body: body.body }),
      // A redirect could carry the credential, or the request itself, to another host.
      redirect: 'manual',
      ...connections(url, options),
      timeoutMs: requestTimeoutMs,
      signal: late,
    });
    if (response.status >= 300 && response.status < 400 && response.status !== 304) {
      await response.body?.cancel();
      const target = hideSecrets(targetOf(response, url), secrets);
      throw new OpenapiFailure(`The API answered ${response.status} and leads to ${target}: redirects are not followed`, {
        status: response.status,
      });
    }
    return await readAnswer(response, { json: prepared.json === true, maxBytes: maxResponseSize, secrets });
  } catch (failure) {
    ctx.signal.throwIfAborted();
    if (failure instanceof OpenapiFailure) throw failure;
    // The cause may hold the address with a key in its query: only the kind of failure is told.
    const reason = reasonOf(failure);
    ctx.logger.warn('the API did not answer', {
      operation: `${prepared.method.toUpperCase()} ${prepared.path}`,
      host: url.host,
      reason,
      ...(reason === addressNotPublic ? { fix: 'loadOptions.refResolution.allowInternalIPs, if the API is in your own network' } : {}),
    });
    throw new OpenapiFailure(
      late.aborted ? `The API did not answer within ${requestTimeoutMs} ms` : `The API at ${url.host} could not be reached`,
    );
  }
}

/** A public name must lead to public addresses at each connection; a host that is inside by its name or number is what the author wrote. */
const connections = ({ hostname }: URL, { loadOptions }: OpenapiOptions): object =>
  loadOptions?.refResolution?.allowInternalIPs === true || !isPublicHost(hostname) ? {} : onlyPublicConnections();

/** Host and path of a redirect, without a query, which may hold a secret. */
function targetOf(response: Response, url: URL): string {
  const location = response.headers.get('location');
  if (location === null || !URL.canParse(location, url.href)) return 'another address';
  const { host, origin, pathname } = new URL(location, url.href);
  return host === url.host ? pathname : `${origin}${pathname}`;
}

function reasonOf(failure: unknown): string {
  const { cause } = failure instanceof Error ? failure : { cause: undefined };
  const code: unknown = isRecord(cause) || cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
  return typeof code === 'string' ? code : failure instanceof Error ? failure.name : 'unknown';
}

async function result(
  { operation, options, prepared }: CallableOperation,
  { answer, url }: { readonly answer: Answer; readonly url: URL },
  ctx: ToolContext,
): Promise<unknown> {
  const { headers, ok, status } = answer;
  const changed = await transform(transformsFor(options.dataTransforms?.postToolTransforms, operation), answer.data, { ctx, operation });
  const { cuts, data } = cutResult(changed, (options.maxResultTokens ?? defaults.maxResultTokens) * charactersOfToken);
  const meta = answerMeta(headers);
  const next = nextArguments(prepared, meta['next'], url);
  const truncated: JsonObject | undefined =
    cuts.length === 0
      ? undefined
      : { cuts: cuts.map((one) => ({ ...one })), ...(prepared.paging === undefined ? {} : { fetchTheRestWith: [...prepared.paging] }) };
  const value: JsonObject = {
    status,
    ok,
    ...(data === undefined ? {} : { data }),
    ...(next === undefined ? {} : { next }),
    ...(truncated === undefined ? {} : { truncated }),
  };
  if (!ok) return errorResult(JSON.stringify(value), { status, meta, value });
  return Object.keys(meta).length === 0 ? value : { ...value, _meta: meta };
}

interface ErrorFacts {
  readonly status?: number | undefined;
  readonly meta?: JsonObject;
  readonly value?: JsonObject;
}

const errorResult = (text: string, { meta = {}, status, value }: ErrorFacts): ToolResult => ({
  content: [{ type: 'text', text }],
  ...(value === undefined ? {} : { structuredContent: value }),
  isError: true,
  _meta: { ...(status === undefined ? {} : { status }), errorCode: 'OPENAPI_ERROR', code: 'OPENAPI_ERROR', ...meta },
});
