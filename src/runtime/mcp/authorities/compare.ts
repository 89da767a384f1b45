import type { AuthorityOperator } from '../../define/authorities.ts';

/** Characters of a claim that an expression is tried on: what comes from outside must not make it run for long. */
const maxMatched = 1024;

type Compare = (left: unknown, right: unknown) => boolean;

const isPlain = (value: unknown): boolean =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
const equal: Compare = (left, right) => isPlain(left) && left === right;
const within: Compare = (left, right) => Array.isArray(right) && right.some((item) => equal(left, item));

/** Numbers with numbers, texts with texts (dates as ISO texts); anything else cannot be compared and does not hold. */
const ordered =
  (holds: (sign: number) => boolean): Compare =>
  (left, right) => {
    if (typeof left === 'number' && typeof right === 'number') return holds(left - right);
    return typeof left === 'string' && typeof right === 'string' && holds(left < right ? -1 : left > right ? 1 : 0);
  };

const texts =
  (holds: (left: string, right: string) => boolean): Compare =>
  (left, right) =>
    typeof left === 'string' && typeof right === 'string' && holds(left, right);

/** Every operator but `exists`, which looks at whether there is a value and not at the value. Values of the wrong type never hold. */
export const comparisons: Readonly<Record<Exclude<AuthorityOperator, 'exists'>, Compare>> = {
  eq: equal,
  neq: (left, right) => isPlain(left) && isPlain(right) && left !== right,
  in: within,
  notIn: (left, right) => isPlain(left) && Array.isArray(right) && !within(left, right),
  gt: ordered((sign) => sign > 0),
  gte: ordered((sign) => sign >= 0),
  lt: ordered((sign) => sign < 0),
  lte: ordered((sign) => sign <= 0),
  contains: (left, right) => (Array.isArray(left) ? within(right, left) : texts((whole, part) => whole.includes(part))(left, right)),
  startsWith: texts((whole, part) => whole.startsWith(part)),
  endsWith: texts((whole, part) => whole.endsWith(part)),
  matches: texts((whole, expression) => whole.length <= maxMatched && new RegExp(expression, 'u').test(whole)),
};
