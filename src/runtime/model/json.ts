/** A value that survives `JSON.stringify` unchanged. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

/** A JSON object. Absent keys are `undefined`, never `null`, unless the protocol says `null`. */
export interface JsonObject {
  [key: string]: Json | undefined;
}

/** A JSON Schema 2020-12 document whose root is an object schema (never a bare `true` or `false`). */
export type JsonSchema = JsonObject;
