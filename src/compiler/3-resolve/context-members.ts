import type { Declarations } from '../model/declarations.ts';
import type { AstView } from './ast-view.ts';

const withContext: ReadonlySet<string> = new Set(['tool', 'resource', 'resource-template', 'prompt']);

/**
 * What the entries of a server take from their context objects; undefined when it could be anything: an entry hands its context on, or
 * entries are made where the server runs, or a plugin stands around them.
 */
export function contextMembersOf(declarations: Declarations, { server, openOwners }: AstView): readonly string[] | undefined {
  if (openOwners.length > 0 || server.plugins.length > 0 || server.adapters.length > 0) return undefined;
  // `inject(SERVICE_CONTEXT)` reads what `this.context` reads.
  const used = new Set<string>(declarations.builtInTokens.includes('SERVICE_CONTEXT') ? ['context'] : []);
  for (const { contextMembers, kind } of declarations.all.values()) {
    if (!withContext.has(kind)) continue;
    if (contextMembers === undefined) return undefined;
    for (const name of contextMembers) used.add(name);
  }
  return [...used].sort();
}
