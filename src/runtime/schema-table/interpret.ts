import { ServiceError } from '../errors/index.ts';
import type { Awaitable } from '../std/index.ts';
import type { Building, CheckParts, KindParts } from './building.ts';
import { withChecks } from './checks.ts';
import { finishAll, ParseState, textOf, type FinishedIssue, type MessageOf, type Owner, type Run } from './issues.ts';
import { ownerOfNode } from './leaves.ts';
import { Pending, type Callback } from './run-callback.ts';
import type { ErrorText, SchemaNode, SchemaTable } from './table.ts';

export type TableOutcome = { readonly value: unknown; readonly issues?: undefined } | { readonly issues: readonly FinishedIssue[] };

export interface InterpretOptions {
  /** Makes the text of an issue that brings none: the locale function of the user's own schema library. */
  readonly messageOf: MessageOf;
  /** What the tables of this bundle need; `allKinds` and `allChecks` have everything. */
  readonly kinds: KindParts;
  readonly checks: CheckParts;
  /** The user's functions by the ids in the table. */
  readonly callbacks?: Readonly<Record<string, Callback>>;
}

/**
 * Turns a table into a function, once; a call then builds nothing but its result. A call waits only when one of the user's functions does.
 *
 * Functions are asked one after the other: where two of them wait, their issues keep the order of the schema.
 *
 * @throws {ServiceError} INTERNAL_ERROR when the table names a function, a kind or a check that is not there
 * @example
 * const parse = interpret(table, { kinds: { object: objectRun, string: coercibleRun }, checks: {}, messageOf: en().localeError });
 * const outcome = await parse({ city: 'Oslo' });
 */
export function interpret(table: SchemaTable, options: InterpretOptions): (value: unknown) => Awaitable<TableOutcome> {
  const run = compileTable(table, options);
  const { messageOf } = options;
  // Kept between calls: a right value then costs no allocation but its result. Taken while in use, since a user's function may call back.
  let spare: ParseState | undefined;
  return (value) => {
    const state = spare ?? new ParseState(messageOf, []);
    spare = undefined;
    try {
      const parsed = run(value, state, 0);
      if (state.issues.length > 0) return { issues: finishAll(state.issues, messageOf) };
      if (state.nextAnswer === 0) spare = state;
      return { value: parsed };
    } catch (error) {
      return startAgain(error, { run, value, state });
    }
  };
}

interface Started {
  readonly run: Run;
  readonly value: unknown;
  readonly state: ParseState;
}

/** The answer that was waited for is kept; the next run takes it from there instead of asking again. */
function startAgain(error: unknown, { run, value, state: { messageOf, answers } }: Started): Promise<TableOutcome> {
  if (!(error instanceof Pending)) throw error;
  return error.settled.then(() => {
    const state = new ParseState(messageOf, answers);
    try {
      const parsed = run(value, state, 0);
      return state.issues.length === 0 ? { value: parsed } : { issues: finishAll(state.issues, messageOf) };
    } catch (next) {
      return startAgain(next, { run, value, state });
    }
  });
}

function compileTable(table: SchemaTable, { callbacks = {}, kinds, checks }: InterpretOptions): Run {
  const compiled: (Run | undefined)[] = [];
  const open = new Set<number>();
  const nodeAt = (index: number): SchemaNode => {
    const found = table.nodes[index];
    if (found === undefined) throw new ServiceError('INTERNAL_ERROR', `schema table: no node ${index}`);
    return found;
  };
  const callback = (id: string): Callback => {
    const found = Object.hasOwn(callbacks, id) ? callbacks[id] : undefined;
    if (found === undefined) throw new ServiceError('INTERNAL_ERROR', `schema table: no function "${id}"`);
    return found;
  };
  const ownerOf: Building['ownerOf'] = (error, role) => ({ ...role, messageOf: messageFrom(error, callback) });
  const run = (index: number): Run => {
    const known = compiled[index];
    if (known !== undefined) return known;
    // A schema that contains itself: by the time of a call it is there.
    if (open.has(index)) return (value, state, from) => (compiled[index] as Run)(value, state, from);
    open.add(index);
    const made = withChecks(compileNode(nodeAt(index), building, kinds), nodeAt(index), building);
    compiled[index] = made;
    return made;
  };
  const building: Building = { nodeAt, run, callback, checks, ownerOf };
  return run(table.root);
}

function messageFrom(error: ErrorText | undefined, callback: Building['callback']): Owner['messageOf'] {
  if (error === undefined) return undefined;
  if (typeof error === 'string') return () => error;
  const call = callback(error.call);
  return (issue) => textOf(call(issue));
}

function compileNode(node: SchemaNode, building: Building, kinds: KindParts): Run {
  const compile = kinds[node.type] as ((node: SchemaNode, building: Building, inst: Owner) => Run) | undefined;
  if (compile === undefined) throw new ServiceError('INTERNAL_ERROR', `schema table: the kind "${node.type}" is not in this bundle`);
  return compile(node, building, ownerOfNode(node, building));
}
