import { isJsonObject } from '@service/sdk/model';
import { memberName } from '../../../escape/javascript.ts';
import type { EncodedValue, PatternRow } from '@service/sdk/schema-table';

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
