import { configInvalid, leftOut, ServiceError } from '../errors/index.ts';
import { entriesOf, type EntryId, type EntryModel, type OpenSchemas, type ServerModel, type ToolModel } from '../model/index.ts';
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

/** What plugins and adapters make is a matter of their options; any other difference is a bundle that was changed by hand. */
function differs({ kind, name, owner }: Pick<EntryModel, 'kind' | 'name' | 'owner'>, isDeclared: boolean): ServiceError {
  const maker = owner.find((step) => step.kind === 'plugin' || step.kind === 'adapter');
  if (maker === undefined) {
    const what = isDeclared ? `does not have the ${kind} "${name}"` : `has the ${kind} "${name}", which is not declared`;
    return new ServiceError('INTERNAL_ERROR', `the bundle's model ${what}`);
  }
  return otherThanBuilt(`the ${maker.kind} "${maker.id}" ${isDeclared ? 'makes' : 'does not make'} the ${kind} "${name}"`);
}

/** @param what is the case, as a sentence */
export const otherThanBuilt = (what: string): ServiceError =>
  configInvalid(
    `${what} at this start, other than when the server was built. It must not depend on where the server runs: build with the same options and variables`,
  );

const isMade = ({ owner }: Pick<EntryModel, 'owner'>): boolean => owner.some(({ kind }) => kind === 'plugin' || kind === 'adapter');

/**
 * Joins the entries of the build's model with their declarations.
 * @throws {ServiceError} INTERNAL_ERROR when they differ: a bundle that was changed by hand
 */
export function linkModel(collected: Pick<Collected, 'entries'>, settled: SettledModel, { convertSchemas }: EntryServices): ModelledServer {
  const { openSchemas = {}, warnings = [] } = settled;
  const model = settledModel(settled);
  const waiting = new Map<string, EntryModel[]>();
  for (const entry of entriesOf(model)) waiting.set(entry.kind, [...(waiting.get(entry.kind) ?? []), entry]);
  const entries = collected.entries.map((entry) => {
    // Both lists keep the order of registration.
    const known = waiting.get(entry.kind)?.shift();
    const name = String(entry.declaration.options['name']);
    // Where only one of two is made by a plugin, it is the one that moved the others.
    if (known !== undefined && known.name !== name && isMade(known) && !isMade(entry)) throw differs(known, false);
    if (known?.name !== name) throw differs({ ...entry, name }, true);
    const open = openSchemas[known.id];
    return {
      collected: entry,
      model: known.kind === 'tool' && open !== undefined ? (convertSchemas ?? leftOut('open-schemas'))(known, entry, open) : known,
    };
  });
  const missing = [...waiting.values()].flat()[0];
  if (missing !== undefined) throw differs(missing, false);
  if (settled.openSchemas === undefined) return { model, entries, warnings };
  const tools = entries.map((entry) => entry.model).filter((entry): entry is ToolModel => entry.kind === 'tool');
  return { model: { ...model, tools }, entries, warnings };
}
