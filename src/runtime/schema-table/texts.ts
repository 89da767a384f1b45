import type { RawIssue } from './issues.ts';

/*
 * What the schema library says in English, one function a kind of issue: a bundle takes those whose issues can arise in it. The build
 * compares them with the library that the project has installed, and takes that one's where they differ.
 */

export function typeText({ expected, input }: RawIssue): string {
  return `Invalid input: expected ${expected === 'nan' ? 'NaN' : String(expected)}, received ${typeName(input)}`;
}

function typeName(value: unknown): string {
  if (typeof value === 'number') return Number.isFinite(value) ? 'number' : String(value);
  if (typeof value !== 'object') return typeof value;
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const { constructor } = value;
  return Object.getPrototypeOf(value) !== Object.prototype && constructor ? constructor.name : 'object';
}

export function valuesText({ values }: RawIssue): string {
  const known = values as readonly unknown[];
  return known.length === 1
    ? `Invalid input: expected ${literal(known[0])}`
    : `Invalid option: expected one of ${known.map(literal).join('|')}`;
}

function literal(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  return typeof value === 'string' ? `"${value}"` : `${value as number}`;
}

/** Of a bound that a value went over or stayed under. */
export const boundText = (issue: RawIssue): string => {
  const { code, origin } = issue;
  const big = code === 'too_big';
  return `Too ${big ? 'big' : 'small'}: expected ${(origin ?? (big ? 'value' : origin)) as string} to be ${limitOf(issue)}`;
};

function limitOf({ code, exact, inclusive, maximum, minimum }: RawIssue): string {
  const big = code === 'too_big';
  const sign = exact ? 'exactly ' : `${big ? '<' : '>'}${inclusive ? '=' : ''}`;
  return `${sign}${String(big ? maximum : minimum)}`;
}

const units: Readonly<Record<string, string>> = { string: 'characters', file: 'bytes', array: 'items', set: 'items', map: 'entries' };

/** Of a bound of lengths and sizes. */
export function sizeText(issue: RawIssue): string {
  const unit = units[String(issue['origin'])];
  if (unit === undefined) return boundText(issue);
  return `Too ${issue.code === 'too_big' ? 'big' : 'small'}: expected ${String(issue['origin'])} to have ${limitOf(issue)} ${unit}`;
}

/** `name` is how a format is called in a sentence. */
export const formatText = (name: string) => (): string => `Invalid ${name}`;
export const regexText = ({ pattern }: RawIssue): string => `Invalid string: must match pattern ${String(pattern)}`;
export const includesText = ({ includes }: RawIssue): string => `Invalid string: must include "${String(includes)}"`;
export const prefixText = ({ prefix }: RawIssue): string => `Invalid string: must start with "${String(prefix)}"`;
export const suffixText = ({ suffix }: RawIssue): string => `Invalid string: must end with "${String(suffix)}"`;
export const multipleText = ({ divisor }: RawIssue): string => `Invalid number: must be a multiple of ${String(divisor)}`;
export const invalidKeyText = ({ origin }: RawIssue): string => `Invalid key in ${String(origin)}`;
export const elementText = ({ origin }: RawIssue): string => `Invalid value in ${String(origin)}`;

export function keysText({ keys }: RawIssue): string {
  const names = keys as readonly unknown[];
  return `Unrecognized key${names.length > 1 ? 's' : ''}: ${names.map(literal).join(', ')}`;
}

export function unionText({ inclusive, options }: RawIssue): string {
  if (Array.isArray(options) && options.length > 0)
    return `Invalid discriminator value. Expected ${options.map((option) => `'${String(option)}'`).join(' | ')}`;
  return inclusive === false ? 'Invalid input: more than one option matched' : 'Invalid input';
}
