import type { SchemaNode } from '@service/sdk/schema-table';
import { isJsonPrimitive } from '@service/sdk/model';
import { formatOptions } from './print-check.ts';
import { printPattern, printValue } from './print-value.ts';
import { printCall, printList, printOptions, type PartName, type Printing } from './printing.ts';

/** `owner` gives the author's own message of a node; `oversized` refuses a container that is too big. */
export interface KindOptions {
  readonly owner: string | undefined;
  readonly oversized?: string;
}

type LeafNode = Extract<SchemaNode, { readonly type: keyof typeof leaves }>;
type WrapperNode = Extract<SchemaNode, { readonly inner: number }>;
type ContainerNode = Extract<SchemaNode, { readonly type: 'array' | 'set' | 'map' }>;
type JoinNode = Exclude<SchemaNode, LeafNode | WrapperNode | ContainerNode>;

export function printKind(node: SchemaNode, parts: KindOptions, given: Printing): string {
  const apart = waitsInParts(node, given);
  if (!apart) return printMade(node, parts, given);
  const run = (index: number): string => (given.asks(index) ? printCall(given.part('parallelItem'), [given.run(index)]) : given.run(index));
  return printCall(given.part('parallelRun'), [printMade(node, parts, { ...given, run })]);
}

/** True where one part's waiting would hold up another: many of one schema, or several that may wait. */
function waitsInParts(node: SchemaNode, { asks }: Printing): boolean {
  const several = (indexes: readonly number[]): boolean => indexes.filter(asks).length > 1;
  switch (node.type) {
    case 'array':
    case 'set':
      return asks(node.item);
    case 'map':
    case 'record':
      return asks(node.key) || asks(node.value);
    case 'tuple':
      return several(node.items) || (node.rest !== undefined && asks(node.rest));
    case 'object':
      return several(node.shape.map(([, index]) => index)) || (typeof node.catchall === 'number' && asks(node.catchall));
    case 'shape':
      return several(node.shape.map(([, index]) => index));
    case 'union':
      return node.exclusive === true && several(node.options);
    default:
      return false;
  }
}

function printMade(node: SchemaNode, { owner, oversized }: KindOptions, printing: Printing): string {
  if (isLeaf(node)) return printCall(printing.part(leafOf(node)), node.type in ownerless ? [] : [owner]);
  if ('inner' in node) return printWrapper(node, owner, printing);
  const container = printOptions({ owner, oversized });
  switch (node.type) {
    case 'array':
    case 'set':
      return printCall(printing.part(node.type === 'set' ? 'setRun' : 'arrayRun'), [printing.run(node.item), container]);
    case 'map':
      return printCall(printing.part('mapRun'), [printing.run(node.key), printing.run(node.value), container]);
    default:
      return printJoin(node, owner, printing);
  }
}

const leaves = {
  any: 'anyRun',
  unknown: 'anyRun',
  custom: 'anyRun',
  symbol: 'symbolRun',
  undefined: 'undefinedRun',
  null: 'nullRun',
  never: 'neverRun',
  void: 'voidRun',
  nan: 'nanRun',
  string: 'stringRun',
  number: 'numberRun',
  boolean: 'booleanRun',
  bigint: 'bigintRun',
  date: 'dateRun',
} as const satisfies Readonly<Record<string, PartName>>;
const coercions = {
  string: 'coercedStringRun',
  number: 'coercedNumberRun',
  boolean: 'coercedBooleanRun',
  bigint: 'coercedBigintRun',
  date: 'coercedDateRun',
} as const satisfies Readonly<Record<string, PartName>>;
/** Leaves that refuse nothing. */
const ownerless = { any: true, unknown: true, custom: true };

const isLeaf = (node: SchemaNode): node is LeafNode => node.type in leaves;
const leafOf = (node: LeafNode): PartName => ('coerce' in node && node.coerce === true ? coercions[node.type] : leaves[node.type]);

function printWrapper(node: WrapperNode, owner: string | undefined, { part, run, nodeAt, callback }: Printing): string {
  const inner = run(node.inner);
  switch (node.type) {
    case 'exact_optional':
    case 'lazy':
      return inner;
    case 'optional':
      return printCall(part(nodeAt(node.inner).absent === 'defaulted' ? 'optionalDefaultRun' : 'optionalRun'), [inner]);
    case 'nullable':
      return printCall(part('nullableRun'), [inner]);
    case 'readonly':
      return printCall(part('readonlyRun'), [inner]);
    case 'success':
      return printCall(part('successRun'), [inner]);
    case 'nonoptional':
      return printCall(part('nonoptionalRun'), [inner, owner]);
    case 'default':
    case 'prefault':
    case 'catch': {
      const { value } = node;
      if (typeof value !== 'object' || value === null || !('call' in value) || '$' in value)
        return printCall(part(`${node.type}Run`), [inner, `() => (${printValue(value)})`]);
      const call = callback(value.call as string);
      if (node.type === 'catch') return printCall(part('askedCatchRun'), [inner, call]);
      return printCall(part(`${node.type}Run`), [inner, printCall(part('askedMaker'), [call])]);
    }
  }
}

function printJoin(node: JoinNode, owner: string | undefined, printing: Printing): string {
  const { part, run, callback } = printing;
  const rule = (index: number): (string | undefined)[] => printRule(index, printing);
  switch (node.type) {
    case 'shape':
      return printCall(part('shapeRun'), [printKeys(node.shape, printing)]);
    case 'object': {
      const rest =
        node.catchall === undefined
          ? undefined
          : node.catchall === 'never'
            ? part('strictRest')
            : printCall(part('catchallRest'), rule(node.catchall));
      return printCall(part('objectRun'), [printKeys(node.shape, printing), printOptions({ owner, rest })]);
    }
    case 'tuple': {
      const rest = node.rest === undefined ? undefined : run(node.rest);
      return printCall(part('tupleRun'), [printList(node.items.map((index) => printRow(rule(index)))), printOptions({ owner, rest })]);
    }
    case 'record': {
      const values = node.values?.filter((value) => typeof value === 'string' || typeof value === 'number');
      const options = {
        key: run(node.key),
        value: run(node.value),
        values: values === undefined ? undefined : JSON.stringify(values),
        loose: node.loose === true ? 'true' : undefined,
        owner,
      };
      return printCall(part(values === undefined || node.partial === true ? 'recordRun' : 'listedRecordRun'), [printOptions(options)]);
    }
    case 'union': {
      const [only] = node.options;
      if (node.options.length === 1 && only !== undefined) return run(only);
      return printUnion(node, owner, printing);
    }
    case 'discriminated':
      return printDiscriminated(node, owner, printing);
    case 'intersection':
    case 'pipe':
      return printCall(part(`${node.type}Run`), [run(node.left), run(node.right)]);
    case 'transform':
      return printCall(part('transformRun'), [callback(node.call), owner]);
    case 'codec': {
      const convert = printCall(part('transformRun'), [callback(node.call), owner]);
      return printCall(part('codecRun'), [run(node.left), convert, run(node.right)]);
    }
    case 'stringbool': {
      const words = printOptions({
        truthy: JSON.stringify(node.truthy),
        falsy: JSON.stringify(node.falsy),
        caseSensitive: node.caseSensitive === true ? 'true' : undefined,
      });
      return printCall(part('codecRun'), [run(node.left), printCall(part('wordsRun'), [words, owner]), run(node.right)]);
    }
    case 'values':
      return printCall(part('valuesRun'), [printList(node.values.map(printValue)), owner]);
    case 'template':
      return printCall(part('templateRun'), [printPattern(node.pattern), printOptions(formatOptions(node.format)), owner]);
  }
}

function printUnion(node: Extract<SchemaNode, { readonly type: 'union' }>, owner: string | undefined, printing: Printing): string {
  const { nodeAt, part, run } = printing;
  const options = printList(node.options.map(run));
  const tag = node.exclusive === true || node.options.some(printing.asks) ? undefined : tagOf(node.options, nodeAt);
  if (tag === undefined) return printCall(part(unionOf(node, printing)), [options, owner]);
  return printCall(part('taggedUnionRun'), [
    options,
    printOptions({ key: JSON.stringify(tag.key), index: JSON.stringify(tag.index), owner }),
  ]);
}

/** Only an option that waits before another one could hold it up. */
function unionOf(node: Extract<SchemaNode, { readonly options: readonly number[] }>, { asks }: Printing): PartName {
  if ('exclusive' in node) return 'exclusiveRun';
  return node.options.slice(0, -1).some(asks) ? 'waitingUnionRun' : 'unionRun';
}

function printDiscriminated(
  node: Extract<SchemaNode, { readonly type: 'discriminated' }>,
  owner: string | undefined,
  printing: Printing,
): string {
  const { part, run } = printing;
  const options = node.options.map(run);
  const index = node.index.map(([value, option]) => printRow([printValue(value), option === null ? undefined : options[option]]));
  const any =
    node.fallback !== true
      ? undefined
      : options.length === 1
        ? options[0]
        : printCall(part(unionOf(node, printing)), [printList(options), owner]);
  return printCall(part('discriminatedRun'), [JSON.stringify(node.key), printOptions({ index: printList(index), any, owner })]);
}

/** A schema and what its absence means. */
function printRule(index: number, { nodeAt, run }: Printing): (string | undefined)[] {
  const { absent, absentOut } = nodeAt(index);
  return [run(index), absent === undefined ? undefined : JSON.stringify(absent), absentOut === true ? 'true' : undefined];
}

const printRow = (fields: readonly (string | undefined)[]): string => {
  const last = fields.findLastIndex((field) => field !== undefined);
  return printList(fields.slice(0, last + 1).map((field) => field ?? 'undefined'));
};

const printKeys = (shape: readonly (readonly [string, number])[], printing: Printing): string =>
  printList(shape.map(([key, index]) => printRow([JSON.stringify(key), ...printRule(index, printing)])));

interface UnionTag {
  readonly key: string;
  /** Which option requires which value of the key. */
  readonly index: readonly (readonly [value: string | number | boolean | null, option: number])[];
}

type NodeAt = (index: number) => SchemaNode;
type Literal = UnionTag['index'][number][0];

/**
 * The discriminator of a union: every option is an object that requires this key, and no two options share a literal for it.
 * Undefined for a union without a discriminator.
 */
function tagOf(options: readonly number[], nodeAt: NodeAt): UnionTag | undefined {
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
