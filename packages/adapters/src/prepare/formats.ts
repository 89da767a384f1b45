import { textOfJson, type JsonObject } from '@service/sdk/model';
import type { GenerateOptions } from '../openapi-options.ts';

/** What a format means, in keywords that every client of a model checks. */
const known: Readonly<Record<string, JsonObject>> = {
  date: { pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
  'date-time': { pattern: '^\\d{4}-\\d{2}-\\d{2}[Tt ]\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?([Zz]|[+-]\\d{2}:\\d{2})$' },
  email: { pattern: '^[^@\\s]+@[^@\\s]+$' },
  int32: { minimum: -2_147_483_648, maximum: 2_147_483_647 },
  int64: { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  ipv4: { pattern: '^\\d{1,3}(\\.\\d{1,3}){3}$' },
  uri: { pattern: '^[A-Za-z][A-Za-z0-9+.-]*:' },
  uuid: { pattern: '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$' },
};

/** Changes schemas by their `format`; undefined where the options ask for nothing. What a schema says itself stays. */
export function formatResolver({
  formatResolvers = {},
  resolveFormats = false,
}: GenerateOptions): ((schema: JsonObject) => JsonObject) | undefined {
  if (!resolveFormats && Object.keys(formatResolvers).length === 0) return undefined;
  return (schema) => {
    const format = textOfJson(schema['format'] ?? '');
    const own = Object.hasOwn(formatResolvers, format) ? formatResolvers[format] : undefined;
    if (own !== undefined) return own({ ...schema });
    return resolveFormats && Object.hasOwn(known, format) ? { ...known[format], ...schema } : schema;
  };
}
