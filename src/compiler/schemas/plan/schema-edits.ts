import { isIn } from './kept-schemas.ts';
import type { SchemaCallback, SchemaConstant, SourceRange, CompiledSite, SchemaSite } from '../../model/schemas.ts';
import type { SourceEdit } from '../../model/source-edit.ts';

/** A site that a table replaces, and the author's functions that the table refers to. */
export interface PlannedSite {
  readonly site: SchemaSite;
  readonly compiled: CompiledSite;
  readonly callbacks: readonly SchemaCallback[];
}

/**
 * The changes that put tables where schemas stood. A function inside a schema's own expression stays there, with everything it sees;
 * one from elsewhere is written once more at the end of its module, as a function that nothing has to wait for.
 */
export function planSchemaEdits(
  planned: readonly PlannedSite[],
  constants: readonly SchemaConstant[],
  textOf: (range: SourceRange) => string,
): SourceEdit[] {
  const hoisted = new Map<string, SchemaCallback>();
  const ends = new Map<string, Set<string>>();
  const atEnd = (file: string, line: string): void => void ends.set(file, (ends.get(file) ?? new Set()).add(line));
  const edits = planned.map(({ site, callbacks }): SourceEdit => {
    const given = callbacks.map((callback) => {
      if (isIn(callback, site)) return `${callback.id}: () => (${textOf(callback)})`;
      hoisted.set(callback.id, callback);
      if (callback.file !== site.file) atEnd(site.file, `import { service$${callback.id} } from ${JSON.stringify(callback.file)};`);
      return `${callback.id}: service$${callback.id}`;
    });
    atEnd(site.file, `import { ${site.id} as service$${site.id} } from "service:schemas";`);
    // A module that nothing but the schema named is still loaded: it may do more than hold schemas.
    for (const module of site.imports) atEnd(site.file, `import ${JSON.stringify(module)};`);
    const call = `service$${site.id}${given.length === 0 ? '' : `({ ${given.join(', ')} })`}`;
    const text = site.shorthand === undefined ? call : `${site.shorthand}: ${call}`;
    return { file: site.file, start: site.start, end: site.end, kind: 'schema-table', text };
  });
  for (const callback of hoisted.values())
    atEnd(callback.file, `export function service$${callback.id}() { return (${textOf(callback)}); }`);
  return [...edits, ...constants.flatMap(markPure), ...[...ends].map(([file, lines]) => endOfFile(file, lines))];
}

/** Lets the bundler drop the constant with its users; a mark on the outermost call alone would keep the inner ones. */
function markPure({ file, start, end, form }: SchemaConstant): SourceEdit[] {
  if (form === 'function') return [];
  const edit = { file, kind: 'pure-schema' as const };
  return [
    { ...edit, start, end: start, text: '/* @__PURE__ */ (() => (' },
    { ...edit, start: end, end, text: '))()', at: 'after' },
  ];
}

const endOfFile = (file: string, lines: ReadonlySet<string>): SourceEdit => ({
  file,
  start: 0,
  end: 0,
  kind: 'schema-functions',
  text: ['', ...lines].join('\n'),
  at: 'end-of-file',
});

/** Removes imports used only by removed schemas. Names that a kept callback uses stay. */
export function dropUnusedImports(edits: readonly SourceEdit[], planned: readonly PlannedSite[]): SourceEdit[] {
  const isGone = (file: string, at: number): boolean => {
    const holds = (range: SourceRange): boolean => range.file === file && range.start <= at && at < range.end;
    return planned.some(({ site }) => holds(site)) && !planned.some(({ callbacks }) => callbacks.some(holds));
  };
  return edits.map((edit) => (edit.names?.every((at) => isGone(edit.file, at)) === true ? { ...edit, text: '' } : edit));
}
