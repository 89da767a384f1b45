import { textOrMessage } from '../std/index.ts';
import { isPromiseLike } from '../std/promises.ts';
import type { StandardSchema } from './standard-schema.ts';

/** Facts that zod keeps beside the standard: whether a key may be absent, and which kind of type it is. */
export interface ZodFacts {
  /** Meaning of an absent key: `optional`, `defaulted` (a value takes its place), or undefined: the key is required. */
  readonly optin?: unknown;
  /** `optional` where the parsed key may be absent. */
  readonly optout?: unknown;
  readonly def?: {
    readonly type?: unknown;
    readonly in?: unknown;
    readonly out?: unknown;
    readonly innerType?: unknown;
    /** Of a text with a format. */
    readonly check?: unknown;
    readonly precision?: unknown;
    readonly version?: unknown;
  };
  readonly traits?: { has(name: string): boolean };
}

/** Undefined for a schema of another library. */
export function zodFacts(schema: unknown): ZodFacts | undefined {
  if ((typeof schema !== 'object' && typeof schema !== 'function') || schema === null || !('_zod' in schema)) return undefined;
  const facts = schema._zod;
  return typeof facts === 'object' && facts !== null ? facts : undefined;
}

/** An issue that zod raises about a key, which no schema of a raw shape stands for. */
export interface ObjectIssue {
  readonly code: 'invalid_type';
  readonly expected: 'object' | 'nonoptional';
  readonly input: unknown;
}

/** zod's message for the issue, from the language that is configured for the process; `otherwise` when it has none. */
export function zodSentence(issue: ObjectIssue, otherwise: string): string {
  const settings: unknown = Reflect.get(globalThis, '__zod_globalConfig');
  if (typeof settings !== 'object' || settings === null) return otherwise;
  for (const name of ['customError', 'localeError']) {
    const text = textOrMessage(callWith(Reflect.get(settings, name), issue));
    if (text !== undefined) return text;
  }
  return otherwise;
}

const callWith = (call: unknown, issue: ObjectIssue): unknown =>
  typeof call === 'function' ? (call as (given: ObjectIssue) => unknown)(issue) : undefined;

export type SchemaSide = 'input' | 'output';

/**
 * Meaning of an absent key, as in `z.object`. `optional`: it stays absent. `defaulted`: the schema supplies a value.
 * `either`: a schema of another library, which decides when it validates. Undefined: the key is required.
 */
type AbsentKey = 'optional' | 'defaulted' | 'either' | undefined;

interface KeyFacts {
  readonly absentIn: AbsentKey;
  /** The parsed key may be absent too. */
  readonly absentOut: boolean;
}

export function keyFacts(schema: unknown): KeyFacts {
  const facts = zodFacts(schema);
  if (facts === undefined) return { absentIn: 'either', absentOut: false };
  const { optin, optout } = facts;
  return { absentIn: optin === 'optional' || optin === 'defaulted' ? optin : undefined, absentOut: optout === 'optional' };
}

/** True for a key that `required` does not list. */
export function isListedOptional(schema: StandardSchema, side: SchemaSide): boolean {
  if (zodFacts(schema) === undefined) return acceptsUndefined(schema);
  return side === 'input' ? declaredAbsence(schema) !== undefined : keyFacts(schema).absentOut;
}

/**
 * A transform and a `catch` are run for an absent key, but what they declare as their input stays required: the schema behind them decides
 * what is listed.
 */
function declaredAbsence(schema: unknown): AbsentKey {
  const { def } = zodFacts(schema) ?? {};
  if (def?.type === 'catch') return declaredAbsence(def.innerType);
  const isPreprocess = def?.type === 'pipe' && zodFacts(def.in)?.traits?.has('$ZodTransform') === true;
  return isPreprocess ? declaredAbsence(def.out) : keyFacts(schema).absentIn;
}

function acceptsUndefined(schema: StandardSchema): boolean {
  const outcome = schema['~standard'].validate(undefined);
  return !isPromiseLike(outcome) && outcome.issues === undefined;
}
