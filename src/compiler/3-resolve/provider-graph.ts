import type { OwnerModel } from '@service/sdk/model';
import type { DiagnosticCollector } from '../diagnostics/index.ts';
import type { Need } from '../model/declarations.ts';
import type { Span } from '../model/span.ts';

/** A provider and its dependencies. */
export interface ProviderNode {
  readonly token: string;
  /** False where the sources do not decide which token it is. */
  readonly tokenKnown: boolean;
  readonly name: string;
  readonly scope: 'global' | 'context';
  readonly needs: readonly Need[];
  readonly owner: readonly OwnerModel[];
  /** By its plugin, to the whole server. */
  readonly isExported: boolean;
  readonly span: Span;
}

/** One token that something asks for while it is built. */
export interface Asked {
  /** Of the class or provider that asks. */
  readonly name: string;
  readonly need: Need;
  readonly owner: readonly OwnerModel[];
}

/** Reports cycles, and global providers that would keep one request's data for ever. */
export function checkProviderGraph(nodes: readonly ProviderNode[], found: DiagnosticCollector): void {
  const byToken = new Map(nodes.map((node) => [node.token, node]));
  for (const node of nodes) {
    if (node.scope !== 'global') continue;
    for (const need of node.needs) {
      const asked = byToken.get(need.token);
      const isOfRequest = asked === undefined ? need.text === requestToken : asked.scope === 'context';
      if (isOfRequest) found.report('provider-scope', { name: node.name, asks: asked?.name ?? need.text }, { span: need.span });
    }
  }
  reportCycles(byToken, found);
}

/** The token of the request itself: no provider stands behind it. */
const requestToken = 'SERVICE_CONTEXT';

function reportCycles(byToken: ReadonlyMap<string, ProviderNode>, found: DiagnosticCollector): void {
  const finished = new Set<ProviderNode>();
  const path: ProviderNode[] = [];
  const visit = (node: ProviderNode): void => {
    if (finished.has(node)) return;
    const at = path.indexOf(node);
    if (at !== -1) {
      reportCycle(path.slice(at), found);
      return;
    }
    path.push(node);
    for (const need of node.needs) {
      const asked = byToken.get(need.token);
      if (asked !== undefined) visit(asked);
    }
    path.pop();
    finished.add(node);
  };
  for (const node of byToken.values()) visit(node);
}

function reportCycle(cycle: readonly ProviderNode[], found: DiagnosticCollector): void {
  const [first] = cycle;
  if (first === undefined) return;
  const related = cycle.slice(1).map(({ name, span }) => ({ message: `${name} is declared here`, span }));
  found.report(
    'provider-cycle',
    { path: [...cycle, first].map(({ name }) => name) },
    { span: first.span, ...(related.length > 0 ? { related } : {}) },
  );
}
