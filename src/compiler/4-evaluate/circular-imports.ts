import { relative, resolve, sep } from 'node:path';
import { chainTo, findImport, type ImportGraph, spanOfRange } from '../bundling/index.ts';
import { type Diagnostic, diagnose } from '../diagnostics/index.ts';
import type { ListedDeclaration } from '../model/listed-declaration.ts';

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
  const placeOf = (file: string): number => order.get(resolve(root, file)) ?? -1;
  const early = listed.filter(({ declaredIn, span }) => placeOf(span.file) !== -1 && placeOf(declaredIn) > placeOf(span.file));
  return Promise.all(early.map((one) => findingOf(one, modules)));
}

async function findingOf({ declaredIn, list, span, text }: ListedDeclaration, { imports, root }: LoadedModules): Promise<Diagnostic> {
  const reader = resolve(root, span.file);
  const declarer = resolve(root, declaredIn);
  const back = chainTo(declarer, (file) => file === reader, imports);
  const cycle = [...chainTo(reader, (file) => file === declarer, imports), ...back.slice(1)];
  const shown = cycle.map((file) => relative(root, file).split(sep).join('/')).join(' → ');
  const written = imports.get(declarer)?.find(({ path }) => path === back[1])?.written;
  const found = written === undefined ? undefined : await findImport(declarer, written);
  const leading = found === undefined ? undefined : spanOfRange(root, { file: declarer, ...found });
  const related = leading === undefined ? {} : { related: [{ message: 'this import leads back', span: leading }] };
  return diagnose('circular-import', { text, list, cycle: shown, file: declaredIn }, { span, ...related });
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
