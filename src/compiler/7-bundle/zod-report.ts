import { resolve } from 'node:path';
import { chainTo, isPackageFile, locateImport } from '../bundler-plugin/index.ts';
import type { BundlePlan, BundleReport, ZodReason } from '../compile-types.ts';
import type { Span } from '../model/span.ts';
import type { BundledFile } from './bundled-file.ts';

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
    place: span && printLocation(span),
    text: `the package ${name}${through.length === 0 ? '' : `, by way of ${through.join(', ')},`} imports zod`,
    hint: 'Import a part of the package that does without zod, or another package',
  };
}

interface PackageTest {
  /** Absolute project folder; inputs are named relative to it. */
  readonly root: string;
  /** True for an absolute path of the SDK, which a checkout bundles from its sources. */
  readonly isSdk: (path: string) => boolean;
}

/** Bytes per package, most first. Files outside `node_modules` are the project's; generated modules have a name of their own. */
export function packagesOf(bytesByInput: Readonly<Record<string, number>>, test: PackageTest): { name: string; bytes: number }[] {
  const totals = new Map<string, number>();
  for (const [path, bytes] of Object.entries(bytesByInput)) {
    if (bytes === 0) continue;
    const name = packageOf(path, test);
    totals.set(name, (totals.get(name) ?? 0) + bytes);
  }
  return [...totals].map(([name, bytes]) => ({ name, bytes })).sort((a, b) => b.bytes - a.bytes || (a.name < b.name ? -1 : 1));
}

/** The package that a bundled file belongs to. */
function packageOf(path: string, { root, isSdk }: PackageTest): string {
  if (path.startsWith('service-generated:')) return '(generated)';
  if (isSdk(resolve(root, path))) return '@service/sdk';
  const normal = path.replaceAll('\\', '/');
  const after = normal.split('node_modules/').at(-1);
  if (after === undefined || !normal.includes('node_modules/')) return '(project)';
  const [first = '', second = ''] = after.split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}
