import { isJsonObject, jsonObjectMember, textOfJson, type Json, type JsonObject } from '@service/sdk/model';
import type { PreparedScheme } from '../prepared.ts';
import { BrokenReference, type Documents } from './documents.ts';
import type { SourceOperation } from './operations.ts';

interface Schemes {
  /** Those that requests can satisfy; others are left out. */
  readonly schemes: Readonly<Record<string, PreparedScheme>>;
  /** What cannot be read. */
  readonly faults: readonly string[];
}

/** Security schemes of the description. */
export function schemesOf(documents: Documents): Schemes {
  const declared = jsonObjectMember(jsonObjectMember(documents.main.root, 'components'), 'securitySchemes');
  const schemes = new Map<string, PreparedScheme>();
  const faults: string[] = [];
  for (const [name, node] of Object.entries(declared)) {
    try {
      const scheme = schemeOf(documents.object(node));
      if (scheme !== undefined) schemes.set(name, scheme);
    } catch (failure) {
      if (!(failure instanceof BrokenReference)) throw failure;
      const place = documents.placeOf(failure, ['components', 'securitySchemes', name]);
      faults.push(`the security scheme "${name}" is passed over: ${failure.message} (${place})`);
    }
  }
  return { schemes: Object.fromEntries(schemes), faults };
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
