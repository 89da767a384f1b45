import { isJsonPrimitive } from '@service/sdk/model';
import type { SchemaNode } from '@service/sdk/schema-table';

export interface UnionTag {
  readonly key: string;
  /** Which option requires which value of the key. */
  readonly index: readonly (readonly [value: string | number | boolean | null, option: number])[];
}

type NodeAt = (index: number) => SchemaNode;
type Literal = UnionTag['index'][number][0];

/**
 * The discriminator of a union: every option is an object that requires this key, and no two options share a literal for it.
 * Undefined where there is none.
 */
export function tagOf(options: readonly number[], nodeAt: NodeAt): UnionTag | undefined {
  const literals = options.map((option) => literalsOf(option, nodeAt));
  const [first] = literals;
  for (const key of first?.keys() ?? []) {
    const index = literals.flatMap((fields, option) => (fields.get(key) ?? []).map((value) => [value, option] as const));
    const isDistinct = new Set(index.map(([value]) => value)).size === index.length;
    if (isDistinct && literals.every((fields) => fields.has(key))) return { key, index };
  }
  return undefined;
}

/** The keys that an object requires to be one of some literals. */
function literalsOf(option: number, nodeAt: NodeAt): ReadonlyMap<string, readonly Literal[]> {
  const node = withoutLazy(option, nodeAt);
  if (node.type !== 'object') return new Map();
  return new Map(
    node.shape.flatMap(([key, index]) => {
      const { absent, ...field } = nodeAt(index);
      return key !== '__proto__' && absent === undefined && field.type === 'values' && field.values.every(isJsonPrimitive)
        ? [[key, field.values]]
        : [];
    }),
  );
}

function withoutLazy(index: number, nodeAt: NodeAt): SchemaNode {
  const seen = new Set<number>();
  let at = index;
  for (let node = nodeAt(at); node.type === 'lazy' && !seen.has(at); node = nodeAt(at)) {
    seen.add(at);
    at = node.inner;
  }
  return nodeAt(at);
}
