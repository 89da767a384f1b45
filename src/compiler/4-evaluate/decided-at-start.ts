import type { ServerModel } from '@service/sdk/model';
import type { DecidedAtStart } from '../model/compiled-model.ts';

const lists = ['tools', 'resources', 'resourceTemplates', 'prompts'] as const;
const entryKeys = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations', 'arguments', 'mimeType'] as const;
const infoKeys = ['title', 'description', 'version'] as const;

/** What of a server is another thing where it is looked at later and elsewhere; undefined when nothing is. */
export function decidedAtStart(here: ServerModel, elsewhere: ServerModel): DecidedAtStart | undefined {
  const found: Record<string, readonly string[]> = {};
  const add = (id: string, keys: readonly string[]): void => {
    if (keys.length > 0) found[id] = keys;
  };
  for (const list of lists)
    for (const entry of here[list]) {
      const other = elsewhere[list].find(({ id }) => id === entry.id);
      if (other !== undefined) add(entry.id, differing(entry, other, entryKeys));
    }
  const ofInfo = differing(here.info, elsewhere.info, infoKeys);
  add('server', [...ofInfo, ...differing(here, elsewhere, ['instructions'])]);
  return Object.keys(found).length === 0 ? undefined : found;
}

const differing = (one: object, other: object, keys: readonly string[]): string[] =>
  keys.filter((key) => JSON.stringify(Reflect.get(one, key)) !== JSON.stringify(Reflect.get(other, key)));
