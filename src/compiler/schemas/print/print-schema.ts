import type { CallbackId, SchemaNode, SchemaTable } from '@service/sdk/schema-table';
import { callbackNodes, childrenOf } from './callback-nodes.ts';
import { printCheck, sizeChecks } from './print-check.ts';
import { printKind } from './print-kind.ts';
import { printCall, printList, printOwner, type PartName, type Printing } from './printing.ts';

export interface PrintedSchema {
  /** A function that makes the schema; with callbacks its parameter `own` holds them. */
  readonly make: string;
  readonly parts: ReadonlySet<PartName>;
  /** Ids of the author's functions that it asks for. */
  readonly callbacks: ReadonlySet<CallbackId>;
}

/** A table as calls of the parts that its kinds and checks need. */
export function printSchema(table: SchemaTable): PrintedSchema {
  const parts = new Set<PartName>();
  const callbacks = new Set<CallbackId>();
  const body = printBody(table, {
    part: (name) => {
      parts.add(name);
      return name;
    },
    callback: (id) => {
      callbacks.add(id);
      return `own.${id}()`;
    },
  });
  return { make: `${callbacks.size > 0 ? '(own)' : '()'} => ${body}`, parts, callbacks };
}

/** An expression, after the constants for what it names more than once. */
function printBody({ root, nodes }: SchemaTable, { part, callback }: Pick<Printing, 'part' | 'callback'>): string {
  const uses = usesOf(nodes);
  const asking = callbackNodes(nodes);
  const repeated = repeatedNodes(nodes);
  const open = new Set<number>();
  const recursive = new Set<number>();
  const named = new Map<number, string>();
  const constants: string[] = [];
  const printing: Printing = {
    part,
    callback,
    nodeAt: (index) => nodes[index] ?? { type: 'never' },
    asks: (index) => asking.has(index),
    run: (index) => {
      const name = named.get(index);
      if (name !== undefined) return name;
      if (open.has(index)) {
        recursive.add(index);
        const later = printCall(part('laterRun'), [`() => n${index}`]);
        return asking.has(index) ? printCall(part('branchRun'), [later]) : later;
      }
      open.add(index);
      const node = printing.nodeAt(index);
      const made = printNode(node, printing, (owner) => {
        constants.push(`const o${index} = ${owner};`);
        return `o${index}`;
      });
      const text = repeated.has(index) ? printCall(part(asking.has(index) ? 'onceAskingRun' : 'onceRun'), [made]) : made;
      open.delete(index);
      if (!recursive.has(index) && ((uses.get(index) ?? 0) < 2 || isSmall(node))) return text;
      constants.push(`const n${index} = ${text};`);
      named.set(index, `n${index}`);
      return `n${index}`;
    },
  };
  const result = printing.run(root);
  return constants.length === 0 ? result : `{ ${constants.join(' ')} return ${result}; }`;
}

/** No longer than the name of a constant. */
const isSmall = (node: SchemaNode): boolean => Object.keys(node).length === 1;

function printNode(node: SchemaNode, printing: Printing, nameOwner: (owner: string) => string): string {
  const { checks = [], error, selfCheck } = node;
  const { part } = printing;
  const named = error === undefined ? undefined : nameOwner(printOwner(error, selfCheck === true ? 'checkOwner' : 'schemaOwner', printing));
  const owner = named ?? (selfCheck === true ? part('anyCheck') : undefined);
  if (checks.length === 0) return printKind(node, { owner }, printing);
  const rows = printList(checks.map((row, at) => printCheck(row, selfCheck === true && at === 0 ? named : undefined, printing)));
  if (!isBounded(node)) return printCall(part('checkedRun'), [printKind(node, { owner }, printing), rows, named]);
  const make = `(oversized) => ${printKind(node, { owner, oversized: 'oversized' }, printing)}`;
  return printCall(part('boundedRun'), [make, rows, named]);
}

const sizedKinds = new Set(['array', 'set', 'map']);

/** A container that checks its size before anything that may change it. */
const isBounded = ({ type, checks }: SchemaNode): boolean =>
  sizedKinds.has(type) && checks?.[0] !== undefined && checks[0].check in sizeChecks;

/** How often each node is named by others. */
function usesOf(nodes: readonly SchemaNode[]): Map<number, number> {
  const uses = new Map<number, number>();
  const use = (index: number): void => void uses.set(index, (uses.get(index) ?? 0) + 1);
  for (const node of nodes) {
    childrenOf(node).forEach(use);
    for (const check of node.checks ?? []) if (check.check === 'property') use(check.schema);
  }
  return uses;
}

/**
 * The containers that one value may reach more than once: by several options of a union, or by both halves of an intersection. Without
 * keeping what they make, each level of a recursive schema doubles the work.
 */
function repeatedNodes(nodes: readonly SchemaNode[]): ReadonlySet<number> {
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
