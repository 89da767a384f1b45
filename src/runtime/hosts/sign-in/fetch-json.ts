import { parseJsonObject, type JsonObject } from '../../model/index.ts';
import { ClientError } from '../../client/errors.ts';
import { readBody } from '../../client/read-body.ts';
import { causeOf } from '../../client/http-wire.ts';
import { SignInFailure } from './sign-in-failure.ts';

/** Milliseconds, and bytes of an answer. */
const limits = { time: 15_000, bytes: 1024 * 1024 };

export interface JsonAnswer {
  readonly status: number;
  /** Empty for an answer that is no JSON object. */
  readonly body: JsonObject;
  readonly challenge: string | undefined;
}

/**
 * A request to an authorization server. Redirects are errors: a code or token must reach the server that was asked.
 * @throws {SignInFailure} when there is no answer
 */
export async function fetchJson(
  url: string,
  init: { readonly method?: string; readonly form?: URLSearchParams; readonly json?: JsonObject } = {},
): Promise<JsonAnswer> {
  checkSecure(url);
  const { form, json, method = form === undefined && json === undefined ? 'GET' : 'POST' } = init;
  const body = form?.toString() ?? (json === undefined ? undefined : JSON.stringify(json));
  const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded';
  try {
    const response = await fetch(url, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(limits.time),
      headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': type }) },
      body: body ?? null,
    });
    const text = await readBody(response, limits.bytes);
    return { status: response.status, body: parseJsonObject(text) ?? {}, challenge: response.headers.get('www-authenticate') ?? undefined };
  } catch (cause) {
    if (cause instanceof ClientError) throw cause;
    throw new SignInFailure(`${new URL(url).origin} cannot be reached: ${causeOf(cause)}`, { cause });
  }
}

/** Undefined for text that is no URL. */
export const parseUrl = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

const loopbackHosts = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Tokens travel encrypted, or not at all beyond this machine. @throws {SignInFailure} */
export function checkSecure(url: string): URL {
  const parsedUrl = parseUrl(url);
  if (parsedUrl === undefined || !['http:', 'https:'].includes(parsedUrl.protocol))
    throw new SignInFailure(`${url} is not the URL of a server`);
  if (parsedUrl.username !== '' || parsedUrl.password !== '')
    throw new SignInFailure('An address must not hold a password: others can read command lines', { advice: 'password' });
  if (parsedUrl.protocol === 'http:' && !loopbackHosts.has(parsedUrl.hostname))
    throw new SignInFailure(`${parsedUrl.origin} is not encrypted`, { hint: 'Use https; http is for servers on this machine' });
  return parsedUrl;
}

/** Every name and address of this machine, as parsed: the unspecified address and IPv4 within IPv6 lead here too. */
const thisMachine = /^(?:(?:[^.]+\.)*localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:(?:7f[0-9a-f]{2}:[0-9a-f]+|0:0)\])\.?$/;

/**
 * An address that the documents of a server name. One elsewhere must not make this program call a service of this machine, which may trust
 * whoever reaches it (server-side request forgery, MCP security best practices).
 * @throws {SignInFailure}
 */
export function checkNamed(address: string, by: URL): URL {
  const named = checkSecure(address);
  if (thisMachine.test(named.hostname) && !thisMachine.test(by.hostname))
    throw new SignInFailure(`${by.origin} names ${named.origin}, an address of this machine, for signing in`, {
      hint: 'Use an authorization server that others can reach',
    });
  return named;
}
