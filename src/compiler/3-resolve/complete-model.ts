import type { EntryId, ServerModel } from '@service/sdk/model';
import type { CompiledModel, DecidedAtStart, EntryFacts } from '../model/compiled-model.ts';
import type { Span } from '../model/span.ts';
import { type AstView, entriesOf } from './ast-view.ts';

/** The evaluated model, which is the authority, with spans and facts that only the sources know. */
function completeModel(view: AstView, evaluated: ServerModel): CompiledModel {
  const spans: Record<string, Span> = { ...view.spans };
  const facts: Record<EntryId, EntryFacts> = {};
  for (const entry of entriesOf(evaluated)) {
    // An entry made at run time is reported at its innermost owner; its code is unknown, so it may stream.
    const owner = [...entry.owner].reverse().find(({ kind, id }) => view.spans[`${kind}:${id}`] !== undefined);
    const span = spans[entry.id] ?? (owner === undefined ? undefined : view.spans[`${owner.kind}:${owner.id}`]) ?? view.spans['server'];
    if (span !== undefined) spans[entry.id] = span;
    facts[entry.id] = view.facts[entry.id] ?? { streams: true, asks: true };
  }
  const { entry, injectsBuiltIns, program, startCalls } = view;
  return {
    server: evaluated,
    entry,
    program,
    startCalls,
    spans,
    facts,
    ...(evaluated.providers.length > view.server.providers.length ? {} : { unprovided: view.unprovided }),
    injectsBuiltIns,
  };
}

/** Result of the evaluation. */
interface EvaluatedServer {
  readonly server?: ServerModel;
  readonly others?: readonly { readonly server: ServerModel; readonly when: string }[];
  readonly decidedAtStart?: DecidedAtStart | undefined;
}

/** The server with the build's variables, and in other environments. */
export interface CompletedProject {
  readonly model: CompiledModel;
  readonly others: readonly { readonly model: CompiledModel; readonly when: string }[];
}

/** Undefined where the evaluation or the sources have no server. */
export function completeProject(view: AstView | undefined, evaluated: EvaluatedServer | undefined): CompletedProject | undefined {
  if (view === undefined || evaluated?.server === undefined) return undefined;
  const { decidedAtStart, others = [], server } = evaluated;
  return {
    model: { ...completeModel(view, server), ...(decidedAtStart === undefined ? {} : { decidedAtStart }) },
    others: others.map((other) => ({ model: completeModel(view, other.server), when: other.when })),
  };
}
