import { isJsonObject, jsonObjectMember, textOfJson, type Json, type JsonObject } from '@service/sdk/model';
import type { PreparedScheme } from '../prepared.ts';
import type { Documents } from './documents.ts';
import type { SourceOperation } from './operations.ts';

/** Security schemes of the description that requests can satisfy; others are left out. */
export function schemesOf(documents: Documents): Readonly<Record<string, PreparedScheme>> {
  const declared = jsonObjectMember(jsonObjectMember(documents.main.root, 'components'), 'securitySchemes');
  const rows = Object.entries(declared).flatMap(([name, node]): (readonly [string, PreparedScheme])[] => {
    const scheme = node === undefined ? undefined : schemeOf(documents.object(node));
    return scheme === undefined ? [] : [[name, scheme]];
  });
  return Object.fromEntries(rows);
}

function schemeOf(node: JsonObject): PreparedScheme | undefined {
  const { in: place, name, scheme, type } = node;
  if (type === 'apiKey' && typeof name === 'string' && (place === 'header' || place === 'query' || place === 'cookie'))
    return { type, in: place, name };
  if (type === 'http') {
    const method = textOfJson(scheme ?? '').toLowerCase();
    return method === 'bearer' || method === 'basic' ? { type: method } : undefined;
  }
  return type === 'oauth2' || type === 'openIdConnect' ? { type } : undefined;
}

/** Alternatives of an operation, by names of schemes; undefined where nothing is asked. */
export function securityOf({ node }: SourceOperation, documents: Documents): readonly (readonly string[])[] | undefined {
  const given: Json | undefined = node['security'] ?? documents.main.root['security'];
  if (!Array.isArray(given) || given.length === 0) return undefined;
  return given.filter(isJsonObject).map((alternative) => Object.keys(alternative));
}
