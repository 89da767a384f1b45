import { closestName, isRecord } from '../std/index.ts';
import { insteadOfKind, insteadOfOption } from './absent-options.ts';
import type { OptionOwner, OptionType } from './option-row.ts';
import { optionsAt } from './option-rows.ts';

/** One thing wrong with a decorator's argument. */
export interface OptionFault {
  readonly kind: 'unknown' | 'type' | 'missing' | 'rule';
  /** Dotted path from the argument. */
  readonly path: string;
  readonly message: string;
  /** Closest known name, for a misspelt one. */
  readonly suggestion?: string;
  /** What to write instead of a documented name that this version does not have. */
  readonly instead?: string;
}

/** Every fault of a decorator's argument at once; empty when it is good. `extra` are fields that plugins add. */
export function checkOptions(owner: OptionOwner, value: unknown, extra: readonly string[] = []): readonly OptionFault[] {
  if (!isRecord(value)) return [{ kind: 'type', path: '', message: 'expected an object' }];
  return checkLevel({ owner, extra }, '', value);
}

function checkLevel(
  table: { owner: OptionOwner; extra: readonly string[] },
  prefix: string,
  value: Readonly<Record<string, unknown>>,
): OptionFault[] {
  const known = optionsAt(table.owner, prefix);
  const faults: OptionFault[] = [];
  for (const [key, row] of known) {
    if (row.required && value[key] === undefined) faults.push({ kind: 'missing', path: row.path, message: `"${row.path}" is required` });
  }
  for (const [key, item] of Object.entries(value)) {
    const row = known.get(key);
    const path = prefix + key;
    if (item === undefined || (row === undefined && prefix === '' && table.extra.includes(key))) continue;
    if (row === undefined) faults.push(absentFault(table.owner, path) ?? unknownFault(path, key, [...known.keys()]));
    else if (!row.type.some((type) => fits(type, item)))
      faults.push({
        kind: 'type',
        path,
        message: `"${path}" must be ${describeType(row.type)}${insteadText(table.owner, path, item)}`,
      });
    else if (isRecord(item) && optionsAt(table.owner, `${path}.`).size > 0) faults.push(...checkLevel(table, `${path}.`, item));
  }
  return faults;
}

function insteadText(owner: OptionOwner, path: string, value: unknown): string {
  const instead = insteadOfKind(owner, path, typeof value);
  return instead === undefined ? '' : `: ${instead}`;
}

function absentFault(owner: OptionOwner, path: string): OptionFault | undefined {
  const instead = insteadOfOption(owner, path);
  return instead === undefined
    ? undefined
    : { kind: 'unknown', path, message: `"${path}" is not part of this version: ${instead}`, instead };
}

function unknownFault(path: string, key: string, known: readonly string[]): OptionFault {
  const suggestion = closestName(key, known);
  const fault = {
    kind: 'unknown' as const,
    path,
    message: `unknown option "${path}"${suggestion === undefined ? '' : `; did you mean "${suggestion}"?`}`,
  };
  return suggestion === undefined ? fault : { ...fault, suggestion };
}

function fits(type: OptionType, value: unknown): boolean {
  if (typeof type === 'object') return type.literals.some((literal) => literal === value);
  switch (type) {
    case 'any':
      return true;
    case 'array':
      return Array.isArray(value);
    case 'strings':
      return Array.isArray(value) && value.every((item) => typeof item === 'string');
    case 'object':
      return isRecord(value);
    case 'schema':
      return (typeof value === 'object' || typeof value === 'function') && value !== null && !Array.isArray(value);
    case 'class':
      return typeof value === 'function';
    default:
      return typeof value === type && !Number.isNaN(value);
  }
}

const typeWords: Readonly<Record<string, string>> = {
  any: 'anything',
  array: 'a list',
  strings: 'a list of strings',
  object: 'an object',
  schema: 'a schema or a record of schemas',
  class: 'a class',
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  function: 'a function',
};

/** Types of an option in words. */
export const describeType = (types: readonly OptionType[]): string =>
  types
    .map((type) =>
      typeof type === 'object' ? type.literals.map((literal) => JSON.stringify(literal)).join(', ') : (typeWords[type] ?? type),
    )
    .join(' or ');
