import type { Declarations } from '../model/declarations.ts';
import type { AstView } from './ast-view.ts';

const withContext: ReadonlySet<string> = new Set(['tool', 'resource', 'resource-template', 'prompt']);

/** Names that entries take from their contexts. */
export interface ContextMembers {
  readonly used: readonly string[];
  /** Taken without being called at once: a method among them has to keep its object. */
  readonly detached: ReadonlySet<string>;
}

/**
 * What the entries of a server take from their context objects; undefined when it could be anything: an entry hands its context on, or
 * entries are made where the server runs, or a plugin stands around them.
 */
export function contextMembersOf(declarations: Declarations, { server, openOwners }: AstView): ContextMembers | undefined {
  if (openOwners.length > 0 || server.plugins.length > 0 || server.adapters.length > 0) return undefined;
  // `inject(SERVICE_CONTEXT)` reads what `this.context` reads.
  const used = new Set<string>(declarations.builtInTokens.includes('SERVICE_CONTEXT') ? ['context'] : []);
  const detached = new Set<string>();
  for (const { contextMembers, detachedMembers, kind } of declarations.all.values()) {
    if (!withContext.has(kind)) continue;
    if (contextMembers === undefined) return undefined;
    for (const name of contextMembers) used.add(name);
    for (const name of detachedMembers) detached.add(name);
  }
  return { used: [...used].sort(), detached };
}
