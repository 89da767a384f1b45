/* What `service generate` asks of the compiler: who owns lists, and one owner's module with one more item in a list. Writes nothing. */
import { readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import type { OwnerList, DeclaredOwner } from './3-resolve/index.ts';
import type { CompileRequest } from './compile-types.ts';
import { hasErrors, withoutByteOrderMark, type Diagnostic } from './diagnostics/index.ts';
import type { Span } from './model/span.ts';

export type { OwnerList, DeclaredOwner } from './3-resolve/index.ts';

export interface FoundOwners {
  /** The server first; empty when the sources have none, or cannot be read. */
  readonly owners: readonly DeclaredOwner[];
  /** Ending of relative imports that the project's settings ask for. */
  readonly importEnding: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: ReadonlyMap<string, string>;
}

/** Reads the sources without evaluating them. */
export async function findOwners({ cache, ...request }: Pick<CompileRequest, 'root' | 'entry' | 'cache'>): Promise<FoundOwners> {
  const [load, { readDeclarations }, { declaredOwners }] = await Promise.all([
    import('./1-load/index.ts'),
    import('./2-read/index.ts'),
    import('./3-resolve/index.ts'),
  ]);
  const { loaded, diagnostics } = load.loadProject({ ...request, withoutTypes: true }, load.createSourceCache(cache));
  if (loaded === undefined || hasErrors(diagnostics))
    return { owners: [], importEnding: '', diagnostics, sources: loaded?.sources() ?? new Map() };
  const { declarations } = readDeclarations(loaded);
  return {
    owners: declaredOwners(declarations),
    importEnding: load.importEnding(loaded.program.getCompilerOptions()),
    diagnostics,
    sources: loaded.sources(),
  };
}

export interface RegisterRequest {
  /** Absolute project folder. */
  readonly root: string;
  readonly owner: DeclaredOwner;
  readonly list: OwnerList;
  readonly symbol: string;
  /** Module that exports it, relative to the project, and its text. */
  readonly module: { readonly path: string; readonly text: string };
  readonly importEnding: string;
}

export type Registered =
  | { readonly kind: 'change'; readonly path: string; readonly before: string; readonly after: string }
  | { readonly kind: 'present'; readonly path: string }
  | { readonly kind: 'refused'; readonly path: string; readonly because: string; readonly span: Span; readonly before: string };

/** The owner's module as it should be. */
export async function registerPart(request: RegisterRequest): Promise<Registered> {
  const { module, symbol } = request;
  const { call } = request.owner;
  const path = call.file;
  const outside = path.startsWith('..') || path.split('/').includes('node_modules');
  if (outside) return { kind: 'refused', path, because: 'it lies outside of the project', span: call, before: '' };
  const written = readFileSync(join(request.root, path), 'utf8');
  // Spans count from behind a byte order mark, which the file keeps.
  const before = withoutByteOrderMark(written);
  const mark = written.slice(0, written.length - before.length);
  const [{ declaresExport, planRegistration }, { default: MagicString }] = await Promise.all([
    import('./3-resolve/index.ts'),
    import('magic-string'),
  ]);
  if (!declaresExport({ name: module.path, text: module.text }, symbol))
    return {
      kind: 'refused',
      path: module.path,
      because: `it exports no ${symbol}`,
      span: spanAt(module.path, module.text, { start: 0, end: 1 }),
      before: module.text,
    };
  const plan = planRegistration(
    { name: path, text: before },
    { call, list: request.list, symbol, module: importPath(path, module.path), ending: request.importEnding },
  );
  if (plan.kind === 'present') return { kind: 'present', path };
  if (plan.kind === 'refused') return { kind: 'refused', path, because: plan.because, span: spanAt(path, before, plan.at), before };
  const text = new MagicString(before);
  for (const insert of plan.inserts) text.appendLeft(insert.at, insert.text);
  return { kind: 'change', path, before: written, after: `${mark}${text.toString()}` };
}

/** `./tools/add.tool` from `src/calc.app.ts` to `src/tools/add.tool.ts`. */
function importPath(from: string, to: string): string {
  const way = posix.normalize(relative(dirname(from), to).replaceAll('\\', '/')).replace(/\.[cm]?tsx?$/, '');
  return way.startsWith('.') ? way : `./${way}`;
}

function spanAt(file: string, text: string, { start, end }: { readonly start: number; readonly end: number }): Span {
  const lines = text.slice(0, start).split('\n');
  return { file, start, end, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
