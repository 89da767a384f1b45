import { configInvalid } from '../errors/index.ts';

/** What `static modules(options)` of plugins and adapters names. */
export interface PluginModules {
  /** Packages of the bundle, by name. */
  readonly modules?: Readonly<Record<string, unknown>>;
  /** Imports one where the server was not compiled. @throws {Error} when there is no such package */
  readonly importModule?: (name: string) => Promise<unknown>;
}

/**
 * How a plugin or an adapter gets what it imports.
 * @param importer as in messages: `plugin "flags"`
 * @param named what its static method names with its options
 */
export function moduleImporter(
  importer: string,
  named: readonly string[],
  { importModule, modules = {} }: PluginModules = {},
): (name: string) => Promise<unknown> {
  return async (name) => {
    if (Object.hasOwn(modules, name)) return modules[name];
    if (importModule !== undefined && named.includes(name)) return importModule(name);
    throw configInvalid(`${importer} imports "${name}", which its "static modules(options)" does not name`);
  };
}
