import { isJsonObject, jsonObjectMember, textMember, type Json, type JsonObject } from '../model/index.ts';
import { columnWithoutWatch } from './sandbox-page.ts';

/** A message of a view: a request, a notification or an answer. */
export interface ViewMessage {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: JsonObject;
  readonly result?: Json;
}

/** What the policy of the host has blocked. */
export interface ViewViolation {
  /** As in `connect-src`. */
  readonly directive: string;
  /** Address, or what is instead of it: `inline`, `eval`. */
  readonly blocked: string;
  /** Line of the document, from 1; 0 where it is not known. */
  readonly line: number;
  /** Column of the document, from 1; 0 where it is not known. */
  readonly column: number;
}

/** What one message may hold. */
const maxDepth = 100;
const maxValues = 100_000;
const maxCharacters = 8_000_000;
/** Characters of a method, of an id and of a directive. */
const maxName = 200;
const maxAddress = 2000;

/**
 * A message as JSON. What a frame posts is a structured clone: it may hold cycles, lists of a billion holes and values that no JSON has.
 * @returns undefined for what is no message at all
 * @throws {RangeError} saying which limit the message passes
 * @throws {TypeError} saying which member is of another kind
 */
export function readViewMessage(data: unknown): ViewMessage | undefined {
  if (!isJsonObject(data)) return undefined;
  // A view may list members that it has no value for.
  const message = new JsonCopy().of(data, 0) as JsonObject;
  const { id, method, params } = message;
  if (id !== undefined && !isName(id) && !Number.isSafeInteger(id))
    throw new TypeError('its id is no text of up to 200 characters or integer');
  if (method !== undefined && !isName(method)) throw new TypeError('its method is no text of up to 200 characters');
  if (params !== undefined && !isJsonObject(params)) throw new TypeError('its params are no object');
  return message;
}

const isName = (value: Json): boolean => typeof value === 'string' && value.length <= maxName;

/** The violation that the script of a watched document tells; a widget can tell the same with other values. */
export function readViolation(params: JsonObject): ViewViolation {
  const line = positionOf(params['line']);
  const directive = textMember(params, 'directive').slice(0, maxName);
  const blocked = textMember(params, 'blocked').slice(0, maxAddress);
  return { directive, blocked, line, column: Math.max(0, columnWithoutWatch(line, positionOf(params['column']))) };
}

const positionOf = (value: Json | undefined): number => (typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0);

/** Pixels that a view asks for; undefined for what is no height. */
export function heightIn(message: ViewMessage): number | undefined {
  const { height } = jsonObjectMember(message as JsonObject, 'params');
  return message.method === 'ui/notifications/size-changed' && typeof height === 'number' && height >= 0 ? height : undefined;
}

/** Copies a structured clone as `JSON.stringify` would write it, within the limits of a message. */
class JsonCopy {
  #values = 0;
  #characters = 0;

  of(value: unknown, depth: number): Json {
    this.#count(1);
    switch (typeof value) {
      case 'string':
        return this.#text(value);
      case 'number':
        return Number.isFinite(value) ? value : null;
      case 'boolean':
        return value;
      case 'undefined':
        return null;
      case 'object':
        return value === null ? null : this.#composite(value, depth);
      default:
        throw new TypeError(`it holds a ${typeof value}, which JSON does not have`);
    }
  }

  #composite(value: object, depth: number): Json {
    if (depth >= maxDepth) throw new RangeError(`it is nested deeper than ${maxDepth} levels`);
    if (Array.isArray(value)) {
      // Before its items are looked at: a list of holes takes no memory, and a billion steps.
      this.#count(value.length);
      return Array.from(value, (item: unknown) => this.of(item, depth + 1));
    }
    // Not its prototype: a test may run in another realm than its browser's client.
    if (Object.prototype.toString.call(value) !== '[object Object]') throw new TypeError('it holds an object that JSON does not have');
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return Object.fromEntries(members.map(([name, member]) => [this.#text(name), this.of(member, depth + 1)]));
  }

  #text(text: string): string {
    this.#characters += text.length;
    if (this.#characters > maxCharacters) throw new RangeError(`it has more than ${maxCharacters} characters`);
    return text;
  }

  #count(more: number): void {
    this.#values += more;
    if (this.#values > maxValues) throw new RangeError(`it has more than ${maxValues} values`);
  }
}
