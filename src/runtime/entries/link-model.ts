import { ServiceError } from '../errors/index.ts';
import type { EntryId, EntryModel, OpenSchemas, ServerModel, ToolModel } from '../model/index.ts';
import type { Collected } from './collected.ts';
import type { EntryServices } from './entry-services.ts';
import type { ModelledServer } from './server-model-of.ts';

/** The model of a build whose options the sources alone decide: nothing is read, checked or converted at start. */
export interface SettledModel {
  readonly model?: ServerModel;
  readonly warnings?: readonly string[];
  /** Tools with schemas that each start decides; their JSON Schemas in the model are blank. */
  readonly openSchemas?: Readonly<Record<EntryId, OpenSchemas>>;
}

/** @throws {ServiceError} INTERNAL_ERROR for a bundle that was changed by hand */
export function settledModel({ model }: SettledModel): ServerModel {
  if (model === undefined) throw new ServiceError('INTERNAL_ERROR', 'the bundle has no model: build it again');
  return model;
}

/**
 * Joins the entries of the build's model with their declarations.
 * @throws {ServiceError} INTERNAL_ERROR when they differ: a bundle that was changed by hand
 */
export function linkModel(
  collected: Pick<Collected, 'entries'>,
  settled: SettledModel,
  { convertSchemas }: Pick<EntryServices, 'convertSchemas'>,
): ModelledServer {
  const { openSchemas = {}, warnings = [] } = settled;
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
    const open = openSchemas[known.id];
    return { collected: entry, model: known.kind === 'tool' && open !== undefined ? convertSchemas(known, entry, open) : known };
  });
  if (entries.length < models.length) throw new ServiceError('INTERNAL_ERROR', "the bundle's model has entries that are not declared");
  if (settled.openSchemas === undefined) return { model, entries, warnings };
  const tools = entries.map((entry) => entry.model).filter((entry): entry is ToolModel => entry.kind === 'tool');
  return { model: { ...model, tools }, entries, warnings };
}
