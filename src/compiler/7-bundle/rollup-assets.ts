import { isRecord } from '@service/sdk/internal';
import { readFile } from 'node:fs/promises';
import { extname, isAbsolute } from 'node:path';
import { transform } from 'esbuild';
import type { Plugin } from 'rollup';
import { besidePrefix, type BundleAssets, isPackageFile, type LoaderTables, splitMap, withMap } from '../bundler-plugin/index.ts';

/** The functions by which modules find their files. */
export const locationsModule = 'service:locations';

export function withLocations(carrying: string, located: boolean): string {
  if (!located) return carrying;
  const { map, text } = splitMap(carrying);
  const done = `${text}\nimport { service$path, service$url } from ${JSON.stringify(locationsModule)};\n`;
  return map === undefined ? done : withMap(done, map);
}

/** What imports say, by the importer and what it is resolved to. */
export type WrittenImports = Map<string, string>;

export const writtenKey = (importer: string, id: string): string => `${importer}\0${id}`;

/** Files as modules, and packages that stay beside the bundle. */
export function rollupAssets(
  assets: BundleAssets,
  { loaders, syntax, written }: { readonly loaders: LoaderTables; readonly syntax: string; readonly written: WrittenImports },
): Plugin {
  return {
    name: 'service-assets',
    async resolveId(source, importer, options) {
      if (source.startsWith(besidePrefix)) return { id: assets.specifierOf(source.slice(besidePrefix.length)), external: true };
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      if (found !== null && importer !== undefined) written.set(writtenKey(importer, found.id), source);
      if (found === null || found.external !== false || !isAbsolute(found.id)) return found;
      const isAddon = loaders.own[extname(found.id)] === 'addon' && assets.hasFiles;
      if (isAddon) assets.collector.addFile(found.id);
      const isOutside = isAddon || (isPackageFile(found.id) && assets.packageBeside(found.id) !== undefined);
      return isOutside && assets.hasFiles ? { id: assets.specifierOf(found.id), external: true } : found;
    },
    async load(id) {
      if (!isAbsolute(id)) return null;
      const own = loaders.own[extname(id)];
      if (own === 'wasm' && !assets.hasFiles) {
        assets.collector.addFile(id);
        return `export { default } from ${JSON.stringify(besidePrefix + id)};`;
      }
      if (own !== undefined && !assets.hasFiles) this.error(assets.refusal(id, own));
      if (own !== undefined) return withLocations(assets.standIn(id, own).contents, true);
      if (isPackageFile(id) && assets.packageBeside(id) !== undefined) return assets.hasFiles ? null : absent;
      const loader = loaders.bundler[extname(id)];
      return loader === undefined ? null : asModule(await readFile(id), { loader, syntax });
    },
  };
}

/** Stands for a package that the platform cannot load: whoever asks for it keeps it in the bundle, where it is found and refused. */
const absent = { code: 'throw 0;\nexport default {};', syntheticNamedExports: true };

interface ModuleOptions {
  readonly loader: NonNullable<LoaderTables['bundler'][string]>;
  readonly syntax: string;
}

/** A file as esbuild makes a module of it. */
async function asModule(contents: Uint8Array, { loader, syntax }: ModuleOptions): Promise<string> {
  if (loader !== 'json') return (await transform(contents, { loader, format: 'esm', target: syntax })).code;
  const value: unknown = JSON.parse(new TextDecoder().decode(contents));
  const names = isRecord(value) ? Object.keys(value) : [];
  const exported = names.filter((name) => /^[A-Za-z_$][\w$]*$/.test(name) && name !== 'default');
  const lines = exported.map((name, index) => `const json$${index} = json[${JSON.stringify(name)}];\nexport { json$${index} as ${name} };`);
  return [`const json = ${JSON.stringify(value)};`, 'export default json;', ...lines].join('\n');
}
