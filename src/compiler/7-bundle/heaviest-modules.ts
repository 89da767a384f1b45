import { basename, isAbsolute, relative, resolve } from 'node:path';
import { chainTo } from '../bundler-plugin/index.ts';
import type { BundlePlan, HeavyModule } from '../compile-types.ts';
import type { BundledFile } from './bundled-file.ts';

const shownModules = 5;
/** Hops of a chain that are shown; longer ones leave out the middle. */
const shownHops = 4;

/** The modules with the most bytes in a bundle, each with the imports that bring it in. */
export function heaviestModules(
  { model, root }: Pick<BundlePlan, 'root' | 'model'>,
  { bytesByInput, imports }: BundledFile,
  sdkFolder: string,
): readonly HeavyModule[] {
  const heaviest = Object.entries(bytesByInput)
    .filter(([path, bytes]) => bytes > 0 && !path.startsWith('service-generated:'))
    .toSorted(([onePath, one], [otherPath, other]) => other - one || (onePath < otherPath ? -1 : 1))
    .slice(0, shownModules);
  const entry = [...imports.keys()].find((path) => /service(?:-generated)?:entry$/.test(path)) ?? model.entry.file;
  return heaviest.map(([path, bytes]) => {
    const file = resolve(root, path);
    const chain = chainTo(entry, (one) => one === file, imports).slice(1, -1);
    // In a checkout the SDK's package only hands modules on.
    const hops = chain.flatMap((one) => shownName(one, { root, sdkFolder }) ?? []);
    return {
      name: shownName(file, { root, sdkFolder }) ?? basename(file),
      bytes,
      importedBy: hops.length === 0 ? ['the entry of the bundle'] : shortened(hops),
    };
  });
}

const shortened = (hops: readonly string[]): readonly string[] =>
  hops.length <= shownHops ? hops : [...hops.slice(0, 2), '…', ...hops.slice(-1)];

/** Without folders of this machine: `@service/sdk/mcp/answer.ts`, `zod/v4/core.js`, `src/main.ts`; undefined for other files. */
function shownName(file: string, { root, sdkFolder }: { readonly root: string; readonly sdkFolder: string }): string | undefined {
  if (!isAbsolute(file)) return file;
  const ofSdk = relative(sdkFolder, file).replaceAll('\\', '/');
  if (!ofSdk.startsWith('..') && !isAbsolute(ofSdk)) return `@service/sdk/${ofSdk}`;
  const path = relative(root, file).replaceAll('\\', '/');
  const inPackage = path.split('node_modules/').at(-1) ?? path;
  return inPackage.startsWith('..') ? undefined : inPackage;
}
