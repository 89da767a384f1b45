/** A value that survives `JSON.stringify` unchanged. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

/** A JSON object. Absent keys are `undefined`, never `null`, unless the protocol says `null`. */
export interface JsonObject {
  [key: string]: Json | undefined;
}

/** A JSON Schema 2020-12 document whose root is an object schema (never a bare `true` or `false`). */
export type JsonSchema = JsonObject;

/** JSON with the names of each object in order: equal values have equal texts. */
export const canonicalText = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
