import { shownChain } from '../../std/paths.ts';
import { resolve } from 'node:path';
import { chainTo, findImport, type ImportGraph, spanOfRange } from '../bundler-plugin/index.ts';
import { type Diagnostic, diagnose } from '../diagnostics/index.ts';
import type { Span } from '../model/span.ts';
import type { ListedDeclaration } from '../model/declarations.ts';

interface LoadedModules {
  readonly root: string;
  /** Absolute path of the module that is loaded for all others. */
  readonly entry: string;
  readonly imports: ImportGraph;
}

/** The items that are undefined where they are listed: their files import the list's file, and so are loaded after it. */
export async function circularImports(listed: readonly ListedDeclaration[], modules: LoadedModules): Promise<Diagnostic[]> {
  const { entry, imports, root } = modules;
  const order = loadOrder(entry, imports);
  const locationOf = (file: string): number => order.get(resolve(root, file)) ?? -1;
  const early = listed.filter(({ declaredIn, span }) => locationOf(span.file) !== -1 && locationOf(declaredIn) > locationOf(span.file));
  return Promise.all(early.map((one) => findingOf(one, modules)));
}

async function findingOf({ declaredIn, list, span, text }: ListedDeclaration, { imports, root }: LoadedModules): Promise<Diagnostic> {
  const reader = resolve(root, span.file);
  const declarer = resolve(root, declaredIn);
  const back = chainTo(declarer, (file) => file === reader, imports);
  const cycle = shownChain(root, [...chainTo(reader, (file) => file === declarer, imports), ...back.slice(1)]);
  const leading = await importSpan(root, imports, [declarer, back[1] ?? reader]);
  const related = leading === undefined ? {} : { related: [{ message: 'this import leads back', span: leading }] };
  return diagnose('circular-import', { text, list, cycle, file: declaredIn }, { span, ...related });
}

/**
 * Imports of a failed file that form a cycle: their modules load after the file, so their exports have no value yet.
 * That is the likeliest reason for a TypeError there.
 */
export async function lateImports({ file }: Span, { entry, imports, root }: LoadedModules): Promise<NonNullable<Diagnostic['related']>> {
  const reader = resolve(root, file);
  const order = loadOrder(entry, imports);
  const own = order.get(reader);
  if (own === undefined) return [];
  const late = (imports.get(reader) ?? []).filter(({ path }) => (order.get(path) ?? -1) > own);
  const related = late.map(async ({ path }) => {
    const span = await importSpan(root, imports, [reader, path]);
    const cycle = shownChain(root, [reader, ...chainTo(path, (one) => one === reader, imports)]);
    return span === undefined ? [] : [{ message: `what is imported here is not loaded yet: ${cycle}`, span }];
  });
  return (await Promise.all(related)).flat();
}

async function importSpan(root: string, imports: ImportGraph, [from, to]: readonly [string, string]): Promise<Span | undefined> {
  const written = imports.get(from)?.find(({ path }) => path === to)?.written;
  const found = written === undefined ? undefined : await findImport(from, written);
  return found === undefined ? undefined : spanOfRange(root, { file: from, ...found });
}

/** Modules in the order in which they run: each after what it imports, but for one that is being loaded already. */
function loadOrder(entry: string, imports: ImportGraph): ReadonlyMap<string, number> {
  const order = new Map<string, number>();
  const started = new Set<string>();
  const visit = (file: string): void => {
    if (started.has(file)) return;
    started.add(file);
    for (const { path } of imports.get(file) ?? []) visit(path);
    order.set(file, order.size);
  };
  visit(entry);
  return order;
}
