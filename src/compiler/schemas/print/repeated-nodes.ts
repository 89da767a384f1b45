import type { SchemaNode } from '@service/sdk/schema-table';
import { childrenOf } from './callback-nodes.ts';

/**
 * The containers that one value may reach more than once: by several options of a union, or by both halves of an intersection. Without
 * keeping what they make, each level of a recursive schema doubles the work.
 */
export function repeatedNodes(nodes: readonly SchemaNode[]): ReadonlySet<number> {
  const found = new Set<number>();
  const reach = reachOf(nodes);
  for (const alternatives of nodes.map(alternativesOf)) {
    const seen = new Map<string, Set<number>>();
    for (const alternative of alternatives)
      for (const kind of inputsOf(nodes, alternative)) {
        const earlier = seen.get(kind) ?? new Set();
        for (const index of reach(alternative)) {
          if (earlier.has(index) && containers.has(nodes[index]?.type ?? '')) found.add(index);
        }
        for (const index of reach(alternative)) earlier.add(index);
        seen.set(kind, earlier);
      }
  }
  return found;
}

const containers: ReadonlySet<string> = new Set<SchemaNode['type']>(['array', 'set', 'map', 'tuple', 'object', 'shape', 'record']);

/** Parts that look at the same value. */
function alternativesOf(node: SchemaNode): readonly number[] {
  if (node.type === 'union') return node.options;
  if (node.type === 'discriminated') return node.fallback === true ? node.options : [];
  return node.type === 'intersection' ? [node.left, node.right] : [];
}

/** Every node below one, itself included. */
function reachOf(nodes: readonly SchemaNode[]): (from: number) => ReadonlySet<number> {
  const known = new Map<number, Set<number>>();
  return (from) => {
    const before = known.get(from);
    if (before !== undefined) return before;
    const reached = new Set([from]);
    for (const index of reached) for (const part of partsOf(nodes[index])) reached.add(part);
    known.set(from, reached);
    return reached;
  };
}

const partsOf = (node: SchemaNode | undefined): readonly number[] => (node === undefined ? [] : childrenOf(node));

/** The kinds of values that a schema descends into: a list schema never reaches the fields of an object. */
function inputsOf(nodes: readonly SchemaNode[], from: number): ReadonlySet<string> {
  const found = new Set<string>();
  const walked = new Set<number>([from]);
  for (const index of walked) {
    const node = nodes[index];
    if (node === undefined) continue;
    if (containers.has(node.type))
      found.add(listLike.has(node.type) ? 'list' : node.type === 'set' || node.type === 'map' ? node.type : 'object');
    else for (const part of partsOf(node)) walked.add(part);
  }
  return found;
}

const listLike: ReadonlySet<string> = new Set<SchemaNode['type']>(['array', 'tuple']);
