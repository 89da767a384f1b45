import type { SchemaNode } from '@service/sdk/schema-table';

/** The nodes that may call a function of the author, which may be asynchronous. */
export function callbackNodes(nodes: readonly SchemaNode[]): ReadonlySet<number> {
  const found = new Set(nodes.flatMap((node, index) => (callsFunction(node) ? [index] : [])));
  // Again while something is found: a schema may hold itself.
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const [index, node] of nodes.entries()) if (partsOf(node).some((part) => found.has(part))) found.add(index);
  }
  return found;
}

function callsFunction({ checks = [], ...node }: SchemaNode): boolean {
  if ('call' in node) return true;
  if ('inner' in node && 'value' in node && typeof node.value === 'object' && node.value !== null && 'call' in node.value) return true;
  return checks.some(
    (check) => 'call' in check || check.when !== undefined || (check.check === 'overwrite' && typeof check.how !== 'string'),
  );
}

const partsOf = (node: SchemaNode): readonly number[] => [
  ...childrenOf(node),
  ...(node.checks ?? []).flatMap((check) => (check.check === 'property' ? [check.schema] : [])),
];

/** The nodes that a node names, as often as its text does. */
export function childrenOf(node: SchemaNode): readonly number[] {
  switch (node.type) {
    case 'array':
    case 'set':
      return [node.item];
    case 'map':
    case 'record':
      return [node.key, node.value];
    case 'tuple':
      return node.rest === undefined ? node.items : [...node.items, node.rest];
    case 'object':
    case 'shape': {
      const fields = node.shape.map(([, index]) => index);
      return 'catchall' in node && typeof node.catchall === 'number' ? [...fields, node.catchall] : fields;
    }
    case 'union':
      return node.options;
    case 'discriminated':
      // Named once for each value, and once more where any may match.
      return [
        ...node.index.flatMap(([, option]) => (option === null ? [] : [node.options[option] ?? 0])),
        ...(node.fallback === true ? node.options : []),
      ];
    case 'intersection':
    case 'pipe':
    case 'codec':
    case 'stringbool':
      return [node.left, node.right];
    default:
      return 'inner' in node ? [node.inner] : [];
  }
}
