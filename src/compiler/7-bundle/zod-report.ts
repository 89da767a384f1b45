import { resolve } from 'node:path';
import type { BundlePlan, BundleReport, ZodReason } from '../compile-types.ts';
import type { BundledFile } from './bundled-file.ts';
import { packageOf, type PackageTest } from './packages.ts';

export const isZodFile = (path: string): boolean => /(?:^|[\\/])node_modules[\\/]zod[\\/]/.test(path);

/** Tables take the English texts of messages from zod, and those take a helper. */
const isMessage = (path: string): boolean => /[\\/]v4[\\/](?:locales[\\/]en|core[\\/]util)\.[cm]?js$/.test(path);

/** Who keeps zod in the bundle: the schemas that stayed, everybody else in the project who names it, and packages. */
export function zodReport(made: BundledFile, plan: BundlePlan, test: PackageTest): Pick<BundleReport, 'zod'> {
  const rows = Object.entries(made.bytesByInput).filter(([path, bytes]) => bytes > 0 && isZodFile(path));
  const bytes = rows.reduce((sum, [path, count]) => sum + (isMessage(path) ? 0 : count), 0);
  if (bytes === 0) return {};
  const bundled = new Set(Object.entries(made.bytesByInput).flatMap(([path, count]) => (count > 0 ? [resolve(plan.root, path)] : [])));
  const own = plan.keptSchemas.filter(({ file }) => bundled.has(file));
  const packages = made.zodImporters
    .filter((path) => bundled.has(resolve(plan.root, path)))
    .map((path) => packageOf(path, test))
    .filter((name) => !name.startsWith('('));
  const because: ZodReason[] = [
    ...own.map(({ span, text }) => ({ place: `${span.file}:${span.line}:${span.column}`, text })),
    ...[...new Set(packages)].map((name) => ({ text: `the package ${name} imports zod` })),
  ];
  return { zod: { bytes, because } };
}
