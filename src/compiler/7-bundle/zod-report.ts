import { resolve } from 'node:path';
import { chainTo, isPackageFile, locateImport } from '../bundler-plugin/index.ts';
import type { BundlePlan, BundleReport, ZodReason } from '../compile-types.ts';
import type { Span } from '../model/span.ts';
import type { BundledFile } from './bundled-file.ts';
import { packageOf, type PackageTest } from './packages.ts';

export const isZodFile = (path: string): boolean => /(?:^|[\\/])node_modules[\\/]zod[\\/]/.test(path);

/** Tables take the English texts of messages from zod, and those take a helper. */
const isMessage = (path: string): boolean => /[\\/]v4[\\/](?:locales[\\/]en|core[\\/]util)\.[cm]?js$/.test(path);

/** Causes that keep zod in the bundle: schemas that stayed, other uses in the project, and packages. */
export async function zodReport(made: BundledFile, plan: BundlePlan, test: PackageTest): Promise<Pick<BundleReport, 'zod'>> {
  const rows = Object.entries(made.bytesByInput).filter(([path, bytes]) => bytes > 0 && isZodFile(path));
  const bytes = rows.reduce((sum, [path, count]) => sum + (isMessage(path) ? 0 : count), 0);
  if (bytes === 0) return {};
  const bundled = new Set(Object.entries(made.bytesByInput).flatMap(([path, count]) => (count > 0 ? [resolve(plan.root, path)] : [])));
  const packages = new Map<string, string>();
  for (const path of made.zodImporters.filter((one) => bundled.has(resolve(plan.root, one)))) {
    const name = packageOf(path, test);
    if (!name.startsWith('(') && !packages.has(name)) packages.set(name, resolve(plan.root, path));
  }
  const own = plan.keptSchemas
    .filter(({ file }) => bundled.has(file))
    .map((kept) => ({ ...kept, from: [...packages.keys()].find((name) => isOf(kept.package, name)) }));
  // A package whose schema is named already is one cause, not two.
  const explained = new Set(own.map(({ from }) => from));
  const others = [...packages].filter(([name]) => !explained.has(name)).map(([name, file]) => packageReason(name, file, { made, plan }));
  const because = [
    ...own.map(({ from, hint, span, text }) => ({
      place: printLocation(span),
      text: from === undefined ? text : `${text}, which imports zod`,
      hint,
    })),
    ...(await Promise.all(others)),
  ];
  const named = new Set(own.map(({ file }) => file));
  const files = made.zodImporters.map((path) => resolve(plan.root, path)).filter((file) => bundled.has(file) && !isPackageFile(file));
  const unread = files.filter((file) => !named.has(file) && (isJavaScript(file) || because.length === 0));
  return { zod: { bytes, because: [...because, ...(await Promise.all(unread.map((file) => importReason(file, { made, plan }))))] } };
}

/** TypeScript reads declarations in its stead, so no phase before this one has seen what it does with zod. */
const isJavaScript = (file: string): boolean => /\.[cm]?jsx?$/.test(file);

interface Bundling {
  readonly made: BundledFile;
  readonly plan: BundlePlan;
}

/** A file of the project that imports zod, where no other finding says why. */
async function importReason(file: string, { made, plan }: Bundling): Promise<ZodReason> {
  const imported = made.imports.get(file)?.find(({ path }) => isZodFile(path));
  const { span } = imported === undefined ? {} : await locateImport(plan.root, made.imports, [file, imported.path]);
  const place = span === undefined ? {} : { place: printLocation(span) };
  return { ...place, text: 'this file imports zod', hint: 'Write the schemas in TypeScript files, and check other data without zod' };
}

const isOf = (module: string | undefined, name: string): boolean => module === name || module?.startsWith(`${name}/`) === true;

const printLocation = ({ column, file, line }: Span): string => `${file}:${line}:${column}`;

/** The project's import that leads to the package, and what it leads through. */
async function packageReason(name: string, file: string, { made, plan }: Bundling): Promise<ZodReason> {
  const chain = chainTo(plan.model.entry.file, (one) => one === file, made.imports);
  const { span } = await locateImport(plan.root, made.imports, chain);
  const through = [...new Set(chain.map((one) => packageOf(one, { root: plan.root, isSdk: () => false })))].filter(
    (one) => !one.startsWith('(') && one !== name,
  );
  return {
    ...(span === undefined ? {} : { place: printLocation(span) }),
    text: `the package ${name}${through.length === 0 ? '' : `, by way of ${through.join(', ')},`} imports zod`,
    hint: 'Import a part of the package that does without zod, or another package',
  };
}
