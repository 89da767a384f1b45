/* Readers of values whose type is unknown: options of users without TypeScript, parsed JSON, errors of other libraries. */

/** True for objects, false for lists and everything else. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A copy of the own members of an object; empty for everything else. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** A member of an object, own or inherited; undefined for everything else. */
export const memberOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

/** An own member of an object; undefined for everything else. */
export const ownMemberOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;

/** A list as it is; empty for everything else. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** What is wrong with items of a list, each with its place; of what is no list nothing. */
export const itemProblems = (value: unknown, problemOf: (item: unknown) => string | undefined): readonly string[] =>
  listOf(value).flatMap((item, at) => {
    const problem = problemOf(item);
    return problem === undefined ? [] : [`item ${at + 1}: ${problem}`];
  });

/** A list of nothing but texts. */
export const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** A text without the blanks around it; undefined for an empty one and for everything else. */
export const trimmedText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** Level by level: a value of a stranger must not decide how deep our calls go. */
export function isDeeperThan(value: unknown, maxDepth: number): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return true;
    level = level.flatMap((one): unknown[] => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return false;
}

/** The texts of a list, or the one text in its place. */
export const textsOf = (value: unknown): readonly string[] =>
  typeof value === 'string' ? [value] : listOf(value).filter((item) => typeof item === 'string');

/** A copy without the members that are `undefined`: absent, as files and models have them. */
export function withoutUndefined<Fields extends object>(fields: { readonly [Key in keyof Fields]: Fields[Key] | undefined }): Fields;
export function withoutUndefined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]: [string, unknown]) => value !== undefined));
}

/** A text of 1 to `max` characters that is not blank. */
export const isTextUpTo = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= max;

/** A text, or the `message` of an object, as zod and our schemas accept one from authors. */
export function textOrMessage(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value : memberOf(value, 'message');
  return typeof text === 'string' ? text : undefined;
}
