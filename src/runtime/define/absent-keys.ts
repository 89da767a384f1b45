import { isPromiseLike } from '../std/promises.ts';
import type { StandardSchema } from './standard-schema.ts';
import { zodFacts } from './zod-facts.ts';

export type SchemaSide = 'input' | 'output';

/**
 * Meaning of an absent key, as in `z.object`. `optional`: it stays absent. `defaulted`: the schema supplies a value.
 * `either`: a schema of another library, which decides when it validates. Undefined: the key is required.
 */
export type AbsentKey = 'optional' | 'defaulted' | 'either' | undefined;

export interface KeyFacts {
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
