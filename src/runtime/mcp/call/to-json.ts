import { isJsonObject, type ContentBlock, type Json, type JsonObject } from '../../model/index.ts';
import { ServiceError } from '../../errors/index.ts';

/** Kinds of values that leave the server, as errors name them. */
type OutputKind = 'Tool' | 'Resource' | 'Prompt' | 'Method' | 'Message';

/** A value that its output does not allow, or that JSON cannot say; the hint is for the log. */
export const invalidOutput = (what: string, of: OutputKind = 'Tool', hint?: string): ServiceError =>
  new ServiceError('INVALID_OUTPUT', `${of} output validation failed (${what})`, hint === undefined ? {} : { data: { hint } });

/** How a value leaves the server. */
export interface Output {
  readonly of: OutputKind;
  readonly allowNonFinite: boolean;
}

export const textBlock = (text: string): ContentBlock => ({ type: 'text', text });

interface Walk extends Output {
  /** Objects around the one at hand, outermost first: few, so that looking through them costs less than a set. */
  readonly open: object[];
}

/**
 * JSON copy of a value: dates, URLs and what else has a `toJSON` as it says, undefined members left out.
 * @throws {ServiceError} INVALID_OUTPUT with the path of NaN, Infinity (unless allowed: `null` then), cycles, and what JSON loses
 */
export function toJson(value: unknown, allowNonFinite: boolean, of: OutputKind = 'Tool'): Json | undefined {
  return copy(value, '', { allowNonFinite, of, open: [] });
}

/**
 * JSON copy of an object that is a result already.
 * @throws {ServiceError} INVALID_OUTPUT as {@link toJson}
 */
export function sendable<R extends object>(value: unknown, { allowNonFinite, of }: Output): R {
  const json = toJson(value, allowNonFinite, of);
  if (isJsonObject(json)) return json as R & JsonObject;
  throw invalidOutput(`expected a result, got ${json === null ? 'null' : typeof json}`, of);
}

function copy(value: unknown, path: string, walk: Walk): Json | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : nonFinite(`non-finite-number at ${nameOf(path)}: ${value}`, walk);
    case 'object':
      return value === null ? null : copyObject(value, path, walk);
    case 'undefined':
      return undefined;
    case 'bigint':
      if ('toJSON' in BigInt.prototype && typeof BigInt.prototype.toJSON === 'function')
        return copy(Reflect.apply(BigInt.prototype.toJSON, value, []), path, walk);
      throw lost(typeof value, path, walk);
    default:
      throw lost(typeof value, path, walk);
  }
}

const nameOf = (path: string): string => (path === '' ? '$' : path);

function nonFinite(what: string, { allowNonFinite, of }: Walk): null {
  if (allowNonFinite) return null;
  throw invalidOutput(what, of, 'Return null there, or set output: { allowNonFinite: true }, which sends null.');
}

function copyObject(value: object, path: string, walk: Walk): Json | undefined {
  if (walk.open.includes(value)) throw invalidOutput(`cycle at ${nameOf(path)}`, walk.of, 'Return a copy without the reference to itself.');
  walk.open.push(value);
  const copied = copyOpen(value, path, walk);
  walk.open.pop();
  return copied;
}

function copyOpen(value: object, path: string, walk: Walk): Json | undefined {
  // A buffer has a `toJSON` that nobody asked for: one number for each byte.
  if ('toJSON' in value && typeof value.toJSON === 'function' && !ArrayBuffer.isView(value)) {
    if (value instanceof Date && Number.isNaN(value.getTime())) return nonFinite(`invalid date at ${nameOf(path)}`, walk);
    return copy(Reflect.apply(value.toJSON, value, []), path, walk);
  }
  if (Array.isArray(value)) return value.map((item: unknown, index) => copy(item, `${path}[${index}]`, walk) ?? null);
  const kind = Object.getPrototypeOf(value) === Object.prototype ? undefined : lostKind(value);
  if (kind !== undefined) throw lost(kind, path, walk);
  const result: { [key: string]: Json | undefined } = {};
  for (const [key, item] of Object.entries(value)) {
    const json = copy(item, path === '' ? key : `${path}.${key}`, walk);
    if (json === undefined) continue;
    if (key === '__proto__') Object.defineProperty(result, key, { value: json, enumerable: true, writable: true, configurable: true });
    else result[key] = json;
  }
  return result;
}

/** Built-in objects whose members are not what they hold, even where an author's class adds members. */
const builtIn = new Set(['Error', 'Map', 'Set', 'ArrayBuffer', 'SharedArrayBuffer', 'String', 'Number', 'Boolean', 'BigInt', 'Symbol']);

/** The kind of an object that JSON would write without what it holds; undefined for objects that are the members they have. */
function lostKind(value: object): string | undefined {
  if ('then' in value && typeof value.then === 'function') return 'promise';
  if (value instanceof Error) return 'Error';
  const tag = Object.prototype.toString.call(value).slice('[object '.length, -1);
  if (ArrayBuffer.isView(value)) return value.constructor.name === 'Buffer' ? 'Buffer' : tag;
  if (tag === 'Object') return undefined;
  // A class of the author may have a tag of its own, and members.
  return builtIn.has(tag) || Object.keys(value).length === 0 ? tag : undefined;
}

/** What to return instead. */
const advice: Readonly<Record<string, string>> = {
  promise: 'await it',
  Map: 'return Object.fromEntries(map)',
  Set: 'return [...set]',
  Error: 'return its message, or throw it',
  Response: 'return await response.json() or .text()',
  bigint: 'return Number(value) or String(value)',
  function: 'return what it returns',
};

const lost = (kind: string, path: string, { of }: Walk): ServiceError => {
  const what =
    advice[kind] ?? (/Array|Buffer|View/.test(kind) ? 'return its bytes as base64 text' : 'return what it holds as plain values');
  return invalidOutput(`${kind} at ${nameOf(path)} is not JSON: ${what}`, of);
};
