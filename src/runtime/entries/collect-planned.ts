import type { AnyClass, Declaration } from '../define/index.ts';
import { declarationOf } from '../define/metadata.ts';
import type { OwnerModel, ServerModel } from '../model/index.ts';
import { plainEntries, plainList, plainOwners } from './collect-plain.ts';
import type { Collected, CollectedEntry, CollectedExport, CollectedPlugin, CollectedProvider } from './collected.ts';
import { otherThanBuilt } from './link-model.ts';
import { pluginLists } from './plugin-lists.ts';

/** What declarations have beside the model of their build. */
export interface PlannedLists extends Pick<Collected, 'entries' | 'plugins' | 'providers' | 'exports'> {
  readonly server: Pick<Declaration, 'options'>;
}

/**
 * The entries, plugins and providers of a server whose model is the one of its build, in the order of `collect`. What plugins are called and
 * whom they belong to is known from it.
 * @throws {ServiceError} CONFIG_INVALID for other plugins than those of the build
 */
export function collectPlanned(serverClass: AnyClass, { apps, info, plugins: planned }: ServerModel): PlannedLists {
  const [server, ...declaredApps] = plainOwners(serverClass);
  const entries: CollectedEntry[] = [];
  const plugins: CollectedPlugin[] = [];
  const providers: CollectedProvider[] = [];
  const exports: CollectedExport[] = [];
  const visit = (lists: typeof server): void => {
    const { options, owner } = lists;
    entries.push(...plainEntries(lists));
    providers.push(...plainList(options, 'providers').map((item) => ({ item, owner })));
    exports.push({ owner, tokens: plainList(options, 'exports') });
    for (const item of plainList(options, 'plugins')) {
      const declaration = declarationOf(item);
      const target = declaration?.target;
      const given = declaration?.options['name'];
      const name = typeof given === 'string' ? given : target?.name;
      const model = planned[plugins.length];
      if (declaration === undefined || target === undefined || model === undefined || model.name !== name)
        throw otherThanBuilt(`the server lists the plugin "${name ?? 'without @Plugin'}"`);
      const own = pluginLists(declaration, target);
      plugins.push({ model, declaration: { ...declaration, options: own }, target });
      visit({ ...lists, options: own, owner: model.owner });
    }
  };
  const chain: OwnerModel[] = [{ kind: 'server', id: info.name }];
  visit({ ...server, owner: chain });
  declaredApps.forEach((app, at) => visit({ ...app, owner: [...chain, { kind: 'app', id: apps[at]?.id ?? '' }] }));
  const missing = planned[plugins.length];
  if (missing !== undefined) throw otherThanBuilt(`the server does not list the plugin "${missing.name}"`);
  return { server, entries, plugins, providers, exports };
}
