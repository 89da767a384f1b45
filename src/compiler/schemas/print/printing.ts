import type * as parts from '@service/sdk/schema-table';
import type { CallbackId, EncodedValue, ErrorText, PatternRow, SchemaNode } from '@service/sdk/schema-table';
import { isJsonObject } from '@service/sdk/model';
import { memberName } from '../../../escape/javascript.ts';

/** A function of the run time that a schema can be made of: a misspelt one does not compile. */
export type PartName = {
  [K in keyof typeof parts]: (typeof parts)[K] extends (...args: never) => unknown ? K : (typeof parts)[K] extends object ? K : never;
}[keyof typeof parts];

/** Context for printing one schema. */
export interface Printing {
  readonly nodeAt: (index: number) => SchemaNode;
  /** True where a function of the author's may be asked. */
  readonly asks: (index: number) => boolean;
  /** The schema of a node: a call, or the name of one made before. */
  readonly run: (index: number) => string;
  /** Names a part, which the module then imports. */
  readonly part: (name: PartName) => string;
  readonly callback: (id: CallbackId) => string;
}

/** A call without its trailing undefined arguments. */
export function printCall(name: string, args: readonly (string | undefined)[]): string {
  const last = args.findLastIndex((arg) => arg !== undefined);
  return `${name}(${args
    .slice(0, last + 1)
    .map((arg) => arg ?? 'undefined')
    .join(', ')})`;
}

/** An object of options, or nothing where none is given. */
export function printOptions(options: Readonly<Record<string, string | undefined>>): string | undefined {
  const given = Object.entries(options).flatMap(([key, value]) => (value === undefined ? [] : [key === value ? key : `${key}: ${value}`]));
  return given.length === 0 ? undefined : `{ ${given.join(', ')} }`;
}

export const printList = (items: readonly string[]): string => `[${items.join(', ')}]`;

/** The owner of an author's own message. */
export const printOwner = (error: ErrorText, name: 'checkOwner' | 'schemaOwner', { part, callback }: Printing): string =>
  printCall(part(name), [typeof error === 'string' ? JSON.stringify(error) : callback(error.call)]);

/** A value as an expression that makes it anew. */
export function printValue(encoded: EncodedValue | undefined): string {
  if (typeof encoded !== 'object' || encoded === null) return encoded === undefined ? 'undefined' : JSON.stringify(encoded);
  if (Array.isArray(encoded)) return `[${encoded.map(printValue).join(', ')}]`;
  const kind = encoded['$'];
  return typeof kind === 'string' ? printTagged(kind, encoded['v']) : printRecord(encoded);
}

function printTagged(kind: string, content: EncodedValue | undefined): string {
  switch (kind) {
    case 'undefined':
      return 'undefined';
    case 'number':
      return `${content as string}`;
    case 'bigint':
      return `${content as string}n`;
    case 'date':
      // JSON turns NaN, the number of an invalid date, into null.
      return `new Date(${typeof content === 'number' ? content : 'NaN'})`;
    case 'map':
      return `new Map(${printValue(content)})`;
    case 'set':
      return `new Set(${printValue(content)})`;
    default:
      return printRecord(isJsonObject(content) ? content : {});
  }
}

const printRecord = (record: Readonly<Record<string, EncodedValue | undefined>>): string =>
  `{ ${Object.entries(record)
    .map(([key, value]) => `${memberName(key)}: ${printValue(value)}`)
    .join(', ')} }`;

/** A regular expression as a literal, which escapes what its source needs. */
export const printPattern = ([source, flags]: PatternRow): string => new RegExp(source, flags).toString();
