/** Strongly connected groups of more than one file, each as a closed path `a → b → a` (Tarjan, iterative enough for our depth). */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const groups: string[][] = [];

  const visit = (node: string): void => {
    index.set(node, index.size);
    low.set(node, index.get(node) ?? 0);
    stack.push(node);
    onStack.add(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) visit(next);
      if (onStack.has(next)) low.set(node, Math.min(low.get(node) ?? 0, low.get(next) ?? 0));
    }
    if (low.get(node) !== index.get(node)) return;
    const group: string[] = [];
    for (let member = stack.pop(); member !== undefined; member = stack.pop()) {
      onStack.delete(member);
      group.push(member);
      if (member === node) break;
    }
    if (group.length > 1 || (graph.get(node) ?? []).includes(node)) groups.push(group);
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return groups.map((group) => shortestLoop(graph, new Set(group)));
}

/** The shortest closed path inside a group, so that a reader sees which import to cut. */
function shortestLoop(graph: ReadonlyMap<string, readonly string[]>, group: ReadonlySet<string>): string[] {
  let best: string[] = [];
  for (const start of group) {
    const from = new Map<string, string>();
    const queue = [start];
    search: for (let node = queue.shift(); node !== undefined; node = queue.shift()) {
      for (const next of graph.get(node) ?? []) {
        if (next === start) {
          const path = [start];
          for (let step: string | undefined = node; step !== undefined && step !== start; step = from.get(step)) path.unshift(step);
          path.unshift(start);
          if (best.length === 0 || path.length < best.length) best = path;
          break search;
        }
        if (!group.has(next) || from.has(next)) continue;
        from.set(next, node);
        queue.push(next);
      }
    }
  }
  return best;
}
