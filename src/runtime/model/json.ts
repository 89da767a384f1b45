import { isRecord, listOf } from '../std/index.ts';

/** A value that survives `JSON.stringify` unchanged. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

/** A JSON object. Absent keys are `undefined`, never `null`, unless the protocol says `null`. */
export interface JsonObject {
  [key: string]: Json | undefined;
}

/** A JSON Schema 2020-12 document whose root is an object schema (never a bare `true` or `false`). */
export type JsonSchema = JsonObject;

/** {@link isRecord} for parsed JSON, whose objects hold nothing but JSON. */
export const isJsonObject = isRecord as (value: unknown) => value is JsonObject;

/** The object in a text; undefined for anything else. */
export function parseJsonObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A member of an object; undefined for everything else. */
export const jsonMember = (value: Json | undefined, key: string): Json | undefined => (isJsonObject(value) ? value[key] : undefined);

/** The object that a member is; empty for everything else. */
export function jsonObjectMember(value: Json | undefined, key: string): JsonObject {
  const member = jsonMember(value, key);
  return isJsonObject(member) ? member : {};
}

/** The text that a member is; empty for everything else. */
export function textMember(value: Readonly<Record<string, unknown>>, key: string): string {
  const member = value[key];
  return typeof member === 'string' ? member : '';
}

/** The objects of a list; none of anything else. */
export const jsonObjectsIn = (value: unknown): readonly JsonObject[] => listOf(value).filter(isJsonObject);

/** A text, number, boolean or null. */
export const isJsonPrimitive = (value: unknown): value is null | boolean | number | string =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** A copy as JSON carries it, without what JSON cannot express; later changes of the original do not reach it. */
export function copyJson(value: object): JsonObject;
export function copyJson(value: unknown): Json;
export function copyJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}

/** A text as it is, anything else as JSON; empty for what has none. */
export const textOfJson = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** A name as a step of a JSON Pointer (RFC 6901). */
export const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** JSON with the names of each object in order: equal values have equal texts. */
export const canonicalText = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1))) : part,
  );
