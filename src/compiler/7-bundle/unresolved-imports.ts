import { isBuiltin } from 'node:module';
import { chainTo, findImport, type ImportGraph, isPackageFile, type UnresolvedImport } from '../bundling/index.ts';
import type { BundlePlan } from '../compile-types.ts';
import { type Diagnostic, diagnose } from '../diagnostics/index.ts';
import { importPlace, packageName, placeOfImport, shownChain } from './import-place.ts';

/** Modules that the place where the bundle runs does not have. */
export class UnresolvedImports extends Error {
  override readonly name = 'UnresolvedImports';
  constructor(
    readonly unresolved: readonly UnresolvedImport[],
    readonly imports: ImportGraph,
  ) {
    super('Some imports cannot be resolved');
  }
}

type Planned = Pick<BundlePlan, 'root' | 'target' | 'model'>;

/** One finding for each import of the project that leads to modules which are not there, however many files ask for them. */
export async function unresolvedFindings(plan: Planned, { imports, unresolved }: UnresolvedImports): Promise<Diagnostic[]> {
  const found = new Map<string, FoundUnresolved[]>();
  for (const one of unresolved) {
    if (await isOptional(one)) continue;
    const placed = await find(plan, one, imports);
    const { file, start } = placed.place.span ?? { file: one.importer, start: one.name };
    const key = `${file}:${start}:${placed.isMissingBuiltin}`;
    found.set(key, [...(found.get(key) ?? []), placed]);
  }
  return [...found.values()].flatMap((group) => findingsOf(plan, group));
}

interface FoundUnresolved extends UnresolvedImport {
  readonly chain: readonly string[];
  readonly place: Awaited<ReturnType<typeof importPlace>>;
  readonly isMissingBuiltin: boolean;
}

/** What packages ask for while they run they can do without; it is an error here only beside other ones. */
const isOptional = async ({ importer, name }: UnresolvedImport): Promise<boolean> =>
  isPackageFile(importer) && (await findImport(importer, name))?.isCall === true;

async function find({ model, root, target }: Planned, one: UnresolvedImport, imports: ImportGraph): Promise<FoundUnresolved> {
  const reached = chainTo(model.entry.file, (file) => file === one.importer, imports);
  const chain = reached.at(-1) === one.importer ? reached : [one.importer];
  const place = await (isPackageFile(one.importer) ? importPlace(root, imports, chain) : placeOfImport(root, one.importer, one.name));
  return { ...one, chain, place, isMissingBuiltin: target.bundle.platform !== 'node' && isBuiltin(one.name) };
}

function findingsOf({ root, target }: Planned, group: readonly FoundUnresolved[]): Diagnostic[] {
  const [first] = group;
  if (first === undefined) return [];
  const names = [...new Set(group.map(({ name }) => name))];
  if (!first.isMissingBuiltin) return names.map((name) => diagnose('bundle-failed', { text: `Could not resolve "${name}"` }, first.place));
  return [
    diagnose(
      'builtin-module',
      {
        names,
        package: isPackageFile(first.importer) ? packageName(first.importer) : undefined,
        chain: `${shownChain(root, first.chain)} → ${first.name}`,
        target: target.name,
      },
      first.place,
    ),
  ];
}
