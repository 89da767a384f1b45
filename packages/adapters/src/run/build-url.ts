import type { PreparedOperation, PreparedParameter } from '../prepared.ts';
import { encode, formPairs, headerText, invalidArgument, pathText, type Pair } from './serialize.ts';

export type Arguments = Readonly<Record<string, unknown>>;

/** Where a request goes and what its parameters say, without any credential. */
export interface Addressed {
  readonly url: URL;
  readonly headers: Headers;
  readonly cookies: readonly Pair[];
}

/**
 * The address of a request. Arguments become one step of the path, or names and values of the query, whatever they hold: they are encoded, and
 * what cannot be encoded is refused.
 * @throws {PublicMcpError} INVALID_INPUT
 */
export function addressRequest({ parameters = [], path }: PreparedOperation, baseUrl: string, args: Arguments): Addressed {
  const given = parameters.flatMap((parameter) => {
    const value = Object.hasOwn(args, parameter.argument) ? args[parameter.argument] : undefined;
    return value === undefined ? [] : [{ parameter, name: parameter.name ?? parameter.argument, value }];
  });
  const inPath = new Map(given.filter(({ parameter }) => parameter.in === 'path').map((one) => [one.name, one]));
  const filled = path.replaceAll(/\{([^{}]+)\}/g, (_part, name: string) => {
    const found = inPath.get(name);
    if (found === undefined) throw invalidArgument(`"${name}" is missing`);
    return stepOf(found.parameter, name, found.value);
  });
  const query = given.flatMap(({ name, parameter, value }) => (parameter.in === 'query' ? formPairs(name, value, parameter) : []));
  const headers = new Headers();
  for (const { name, parameter, value } of given) if (parameter.in === 'header') setHeader(headers, name, headerText(value, parameter));
  const cookies = given.flatMap(({ name, parameter, value }) => (parameter.in === 'cookie' ? formPairs(name, value, parameter) : []));
  return { url: within(baseUrl, filled, query), headers, cookies };
}

/**
 * The text of one path parameter. `.` and `..` mean another step of the path even when they are encoded, and so may a part between slashes in
 * servers that decode them first: none of them can be sent. An empty text would address the collection instead of the member.
 */
function stepOf(parameter: PreparedParameter, name: string, value: unknown): string {
  const text = pathText(name, value, parameter);
  const raw = decodeURIComponent(text);
  if (raw === '') throw invalidArgument(`"${parameter.argument}" is empty`);
  if (raw.split(/[/\\]/).some((part) => /^\.{1,2}$/.test(decodeDots(part))))
    throw invalidArgument(`"${parameter.argument}" has a step "." or ".."`);
  return text;
}

const decodeDots = (text: string): string => text.replaceAll(/%2e/gi, '.');

function within(baseUrl: string, path: string, query: readonly Pair[]): URL {
  const base = new URL(baseUrl);
  const [before = '', ...literal] = path.replace(/#.*$/, '').split('?');
  const pairs = query.map(([name, value]) => `${name}=${value}`);
  const search = [...literal, ...pairs].filter((part) => part !== '').join('&');
  const url = new URL(`${baseUrl}${before.startsWith('/') ? '' : '/'}${before}${search === '' ? '' : `?${search}`}`);
  // The template may have dots of its own.
  if (url.origin !== base.origin || !url.pathname.startsWith(`${base.pathname.replace(/\/$/, '')}/`))
    throw invalidArgument('the path leads out of the API');
  return url;
}

/** @throws {PublicMcpError} for text that a header cannot hold: no line ends, no other control characters, Latin letters only */
export function setHeader(headers: Headers, name: string, value: string): void {
  try {
    headers.set(name, value);
  } catch {
    throw invalidArgument(`the text for the header "${name}" has characters that a header cannot hold`);
  }
}

/** Adds cookies to a request. */
export function setCookies(headers: Headers, cookies: readonly Pair[]): void {
  if (cookies.length === 0) return;
  const own = headers.get('cookie');
  const text = cookies.map(([name, value]) => `${name}=${value}`).join('; ');
  headers.set('cookie', own === null ? text : `${own}; ${text}`);
}

export const cookie = (name: string, value: string): Pair => [encode(name), encode(value)];
