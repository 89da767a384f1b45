import { matches } from '../client-mocks.ts';
import { parseBody } from '../read-body.ts';

/** One request that a mock saw. */
export interface HttpCall {
  readonly url: string;
  readonly method: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed when it is JSON, else the text; undefined when empty. */
  readonly body: unknown;
  readonly rawBody: string;
}

/** Conditions on the requests that a mock answers. */
export interface HttpMatch {
  /** A text that the URL contains, a pattern, or a decision. */
  readonly url?: string | RegExp | ((url: string) => boolean);
  readonly method?: string;
  /** Names in any case; values equal, or match a pattern. */
  readonly headers?: Readonly<Record<string, string | RegExp>>;
  /** Compared member by member, or decided. */
  readonly body?: unknown;
}

export async function readCall(input: string | URL | Request, init: RequestInit | undefined): Promise<HttpCall> {
  const request = new Request(input, init);
  const rawBody = await request.text();
  return { url: request.url, method: request.method, headers: Object.fromEntries(request.headers), body: parseBody(rawBody), rawBody };
}

export function fits({ body, headers = {}, method, url }: HttpMatch, call: HttpCall): boolean {
  return (
    (method === undefined || method.toUpperCase() === call.method) &&
    (url === undefined || fitsUrl(url, call.url)) &&
    Object.entries(headers).every(([name, value]) => fitsText(value, call.headers[name.toLowerCase()])) &&
    (body === undefined || fitsBody(body, call))
  );
}

function fitsUrl(wanted: NonNullable<HttpMatch['url']>, url: string): boolean {
  if (typeof wanted === 'function') return wanted(url);
  return wanted instanceof RegExp ? fitsPattern(wanted, url) : url === wanted || url.includes(wanted);
}

const fitsText = (wanted: string | RegExp, found: string | undefined): boolean =>
  wanted instanceof RegExp ? found !== undefined && fitsPattern(wanted, found) : wanted === found;

/** A pattern with `g` or `y` would go on where its last match ended. */
const fitsPattern = (pattern: RegExp, text: string): boolean => new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '')).test(text);

function fitsBody(wanted: unknown, { body, rawBody }: HttpCall): boolean {
  if (typeof wanted === 'function') return (wanted as (body: unknown) => unknown)(body) === true;
  if (wanted instanceof RegExp) return fitsPattern(wanted, rawBody);
  return typeof wanted === 'string' ? rawBody === wanted : matches(wanted, body);
}
