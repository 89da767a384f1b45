import type { EntryId, ServerModel } from '@service/sdk/model';
import type { CompiledModel, DecidedAtStart, EntryFacts } from '../model/compiled-model.ts';
import type { Span } from '../model/span.ts';
import { type AstView, entriesOf } from './ast-view.ts';

/** The evaluated model, which is the authority, with the places and facts that only the sources know. */
function completeModel(view: AstView, evaluated: ServerModel): CompiledModel {
  const spans: Record<string, Span> = { ...view.spans };
  const facts: Record<EntryId, EntryFacts> = {};
  for (const entry of entriesOf(evaluated)) {
    // An entry made at run time is reported at its innermost owner; what it does is not known, so it may stream.
    const owner = [...entry.owner].reverse().find(({ kind, id }) => view.spans[`${kind}:${id}`] !== undefined);
    const span = spans[entry.id] ?? (owner === undefined ? undefined : view.spans[`${owner.kind}:${owner.id}`]) ?? view.spans['server'];
    if (span !== undefined) spans[entry.id] = span;
    facts[entry.id] = view.facts[entry.id] ?? { streams: true, asks: true };
  }
  const { entry, injectsBuiltIns, program, startCalls } = view;
  return {
    server: evaluated,
    entry,
    ...(program === undefined ? {} : { program }),
    ...(startCalls === undefined ? {} : { startCalls }),
    spans,
    facts,
    ...(injectsBuiltIns === undefined ? {} : { injectsBuiltIns }),
  };
}

/** What evaluation says of the server. */
interface EvaluatedServer {
  readonly server?: ServerModel;
  readonly others?: readonly { readonly server: ServerModel; readonly when: string }[];
  readonly decidedAtStart?: DecidedAtStart | undefined;
}

/** The server here, and what it is in other environments. */
export interface CompletedProject {
  readonly model: CompiledModel;
  readonly others: readonly { readonly model: CompiledModel; readonly when: string }[];
}

/** Undefined where evaluation brought no server, or the sources show none. */
export function completeProject(view: AstView | undefined, evaluated: EvaluatedServer | undefined): CompletedProject | undefined {
  if (view === undefined || evaluated?.server === undefined) return undefined;
  const { decidedAtStart, others = [], server } = evaluated;
  return {
    model: { ...completeModel(view, server), ...(decidedAtStart === undefined ? {} : { decidedAtStart }) },
    others: others.map((other) => ({ model: completeModel(view, other.server), when: other.when })),
  };
}
