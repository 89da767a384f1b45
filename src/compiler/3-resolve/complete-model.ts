import type { EntryId, ServerModel } from '@service/sdk/model';
import type { CompiledModel, EntryFacts } from '../model/compiled-model.ts';
import type { Span } from '../model/span.ts';
import { type AstView, entriesOf } from './ast-view.ts';

/** The evaluated model, which is the authority, with the places and facts that only the sources know. */
export function completeModel(view: AstView, evaluated: ServerModel): CompiledModel {
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
