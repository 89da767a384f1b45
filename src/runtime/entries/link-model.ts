import { needed, ServiceError } from '../errors/index.ts';
import type { EntryModel, ServerModel } from '../model/index.ts';
import type { Collected } from './collected.ts';
import type { ModelledServer } from './server-model-of.ts';

/** The model that a build made, where the sources alone decide every option: nothing is read, checked or converted at start. */
export interface SettledModel {
  readonly model?: ServerModel;
  readonly warnings?: readonly string[];
}

/** @throws {ServiceError} INTERNAL_ERROR for a bundle that was changed by hand */
export const settledModel = ({ model }: SettledModel): ServerModel => needed(model, 'start without its model');

/**
 * Puts the declarations behind the entries of a model that the build made of the same declarations.
 * @throws {ServiceError} INTERNAL_ERROR when they are not the same: a bundle that was changed by hand
 */
export function linkModel(collected: Pick<Collected, 'entries'>, settled: SettledModel): ModelledServer {
  const { warnings = [] } = settled;
  const model = settledModel(settled);
  const models: readonly EntryModel[] = [...model.tools, ...model.resources, ...model.resourceTemplates, ...model.prompts];
  const waiting = new Map<string, EntryModel[]>();
  for (const entry of models) waiting.set(entry.kind, [...(waiting.get(entry.kind) ?? []), entry]);
  const entries = collected.entries.map((entry) => {
    // Both lists keep the order of registration.
    const known = waiting.get(entry.kind)?.shift();
    if (known === undefined || known.name !== entry.declaration.options['name'])
      throw new ServiceError(
        'INTERNAL_ERROR',
        `the bundle's model does not have the ${entry.kind} "${String(entry.declaration.options['name'])}"`,
      );
    return { collected: entry, model: known };
  });
  if (entries.length < models.length) throw new ServiceError('INTERNAL_ERROR', "the bundle's model has entries that are not declared");
  return { model, entries, warnings };
}
