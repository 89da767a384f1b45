import { isRecord, withoutUndefined } from '@service/sdk/internal';
import { isJsonObject, jsonObjectMember, type Json, type JsonObject } from '@service/sdk/model';
import type { PreparedOperation } from '../prepared.ts';

/** What the headers of an answer say about asking again. */
export function answerMeta(headers: Headers): JsonObject {
  return withoutUndefined({
    next: nextLink(headers.get('link'))?.slice(0, 2000),
    'retry-after': headers.get('retry-after') ?? undefined,
    etag: headers.get('etag') ?? undefined,
  });
}

/** Target of the link with the relation `next`, RFC 8288. */
function nextLink(header: string | null): string | undefined {
  for (const [, target, parameters = ''] of (header ?? '').matchAll(/<([^>]*)>((?:\s*;\s*[^,;"]+(?:"[^"]*")?)*)/g))
    if (/;\s*rel\s*=\s*("([^"]*\s)?next(\s[^"]*)?"|next\b)/i.test(parameters)) return target;
  return undefined;
}

/** Arguments with which the same tool gets the next page: those of the link that differ from this call. */
export function nextArguments({ input, parameters = [] }: PreparedOperation, link: Json | undefined, url: URL): JsonObject | undefined {
  if (typeof link !== 'string' || !URL.canParse(link, url.href)) return undefined;
  const next = new URL(link, url.href);
  if (next.origin !== url.origin || next.pathname !== url.pathname) return undefined;
  const properties = jsonObjectMember(input, 'properties');
  const changed = parameters.flatMap(({ argument, in: place, name = argument }) => {
    const value = place === 'query' ? next.searchParams.get(name) : null;
    if (value === null || value === url.searchParams.get(name) || !isRecord(properties[argument])) return [];
    const schema = properties[argument];
    const isNumber = isJsonObject(schema) && (schema['type'] === 'integer' || schema['type'] === 'number');
    return [[argument, isNumber && value !== '' && Number.isFinite(Number(value)) ? Number(value) : value] as const];
  });
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}
