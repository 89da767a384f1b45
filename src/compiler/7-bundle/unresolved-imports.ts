import { packageName, shownChain } from '../../std/paths.ts';
import { isBuiltin } from 'node:module';
import { resolve } from 'node:path';
import {
  chainTo,
  findImport,
  type ImportGraph,
  isOptionalImport,
  isPackageFile,
  locateImport,
  locateWrittenImport,
  platformBuiltin,
  unresolvedFinding,
  type UnresolvedImport,
} from '../bundler-plugin/index.ts';
import type { BundlePlan } from '../compile-types.ts';
import { type Diagnostic, diagnose } from '../diagnostics/index.ts';
import type { BundledFile } from './bundled-file.ts';

/** Modules that the platform of the bundle does not have. */
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
    if (await isOptionalImport(one)) continue;
    const placed = await find(plan, one, imports);
    const { file, start } = placed.location.span ?? { file: one.importer, start: one.name };
    const key = `${file}:${start}:${placed.isMissingBuiltin}`;
    found.set(key, [...(found.get(key) ?? []), placed]);
  }
  return [...found.values()].flatMap((group) => findingsOf(plan, group));
}

interface FoundUnresolved extends UnresolvedImport {
  readonly chain: readonly string[];
  readonly location: Awaited<ReturnType<typeof locateImport>>;
  readonly isMissingBuiltin: boolean;
}

/** Modules of Node for which packages ask only when something in them is called: none of them is where such a bundle runs. */
export async function calledBuiltins(plan: Planned, { bytesByInput, imports }: BundledFile): Promise<Diagnostic[]> {
  if (plan.target.bundle.platform === 'node') return [];
  const calls: UnresolvedImport[] = [];
  for (const [path, bytes] of Object.entries(bytesByInput)) {
    const importer = resolve(plan.root, path);
    if (bytes === 0 || !isPackageFile(importer)) continue;
    for (const { written } of imports.get(importer) ?? [])
      if (written !== undefined && isMissing(plan.target, written)) calls.push({ importer, name: written });
  }
  const later = await Promise.all(calls.map(async (one) => ((await findImport(one.importer, one.name))?.runs === 'maybe' ? [one] : [])));
  const found = new Map<string, Diagnostic>();
  for (const one of later.flat()) {
    const { chain, location } = await find(plan, one, imports);
    const by = packageName(one.importer) ?? one.importer;
    const params = { name: one.name, package: by, chain: `${shownChain(plan.root, chain)} → ${one.name}`, target: plan.target.name };
    if (!found.has(`${by} ${one.name}`)) found.set(`${by} ${one.name}`, diagnose('builtin-module-called', params, location));
  }
  return [...found.values()];
}

/** A module of Node that the platform does not have. */
const isMissing = ({ bundle: { builtins, platform } }: Planned['target'], name: string): boolean =>
  platform !== 'node' && isBuiltin(name) && platformBuiltin(name, builtins) === undefined;

async function find({ model, root, target }: Planned, one: UnresolvedImport, imports: ImportGraph): Promise<FoundUnresolved> {
  const reached = chainTo(model.entry.file, (file) => file === one.importer, imports);
  const chain = reached.at(-1) === one.importer ? reached : [one.importer];
  const ofProject = isPackageFile(one.importer) ? await locateImport(root, imports, chain) : {};
  // A script of a thread is no part of the server's own chain.
  const location = ofProject.span === undefined ? await locateWrittenImport(root, one.importer, one.name) : ofProject;
  return { ...one, chain, location, isMissingBuiltin: isMissing(target, one.name) };
}

function findingsOf({ root, target }: Planned, group: readonly FoundUnresolved[]): Diagnostic[] {
  const [first] = group;
  if (first === undefined) return [];
  const names = [...new Set(group.map(({ name }) => name))];
  if (!first.isMissingBuiltin) return names.map((name) => unresolvedFinding({ name, importer: first.importer }, first.location));
  return [
    diagnose(
      'builtin-module',
      {
        names,
        package: isPackageFile(first.importer) ? packageName(first.importer) : undefined,
        chain: `${shownChain(root, first.chain)} → ${first.name}`,
        target: target.name,
      },
      first.location,
    ),
  ];
}
