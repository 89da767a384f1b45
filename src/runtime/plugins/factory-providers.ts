import type { Container } from '../container/index.ts';
import { callStatic, callWithoutOptions, type CollectedPlugin } from '../entries/index.ts';
import { configInvalid } from '../errors/index.ts';
import { fieldsOf } from '../std/index.ts';

/** Computes options that need providers, and registers the providers that plugins make of them; before the container starts. */
export async function registerFactoryProviders(
  plugins: readonly CollectedPlugin[],
  container: Container,
): Promise<ReadonlyMap<CollectedPlugin, unknown>> {
  const options = new Map<CollectedPlugin, unknown>();
  for (const plugin of plugins) {
    const { init } = plugin.declaration;
    if (init === undefined || !('useFactory' in init)) continue;
    const args = [];
    for (const token of init.inject()) args.push(await container.resolve(plugin.model.owner, token));
    const computed: unknown = await Reflect.apply(init.useFactory, undefined, args);
    callStatic(plugin.target, 'checkOptions', computed);
    refuseUnplanned(plugin, computed);
    options.set(plugin, computed);
    const providers = callStatic(plugin.target, 'dynamicProviders', computed);
    if (Array.isArray(providers)) container.register(providers.map((item: unknown) => ({ item, owner: plugin.model.owner })));
  }
  return options;
}

/** @throws {ServiceError} CONFIG_INVALID when computed options bring entries or addresses, which a build must know */
function refuseUnplanned({ model, target }: CollectedPlugin, options: unknown): void {
  const brings = (made: unknown): boolean =>
    Array.isArray(made) ? made.length > 0 : Object.values(fieldsOf(made)).some((list) => Array.isArray(list) && list.length > 0);
  const isPlanned = (name: string, made: unknown): boolean =>
    name !== 'getPluginMetadata' && JSON.stringify(made) === JSON.stringify(callWithoutOptions(target, name));
  const member = ['getPluginMetadata', 'routes', 'methods', 'modules'].find((name) => {
    const made = callStatic(target, name, options);
    return brings(made) && !isPlanned(name, made);
  });
  if (member !== undefined)
    throw configInvalid(
      `plugin "${model.name}": ${target.name}.${member} brings something with the options that "useFactory" computes at start, and a build must know it: give these options to init`,
    );
}
