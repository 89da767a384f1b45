import {
  type CompiledSite,
  type EvaluatedSite,
  type KeptSchema,
  type SchemaCallback,
  type SchemaConstant,
  type SchemaSite,
  type SchemaSources,
  type SourceRange,
  unnamedTool,
} from '../../model/schemas.ts';
import type { SourceEdit } from '../../model/source-edit.ts';
import { type FailedSite, isIn, keptSchemas } from './kept-schemas.ts';
import { printSchema } from '../print/print-schema.ts';
import { printSchemas } from '../print/schemas-module.ts';

export interface SchemaInput {
  readonly sources: SchemaSources;
  readonly evaluated: readonly EvaluatedSite[];
  /** Text of a file of the project, by absolute path. */
  readonly textOf: (file: string) => string;
  /** Schemas that are listed where the bundle runs: `input tool "add"`. */
  readonly listedAtStart?: ReadonlySet<string>;
}

export interface PlannedSchemas {
  /** All of them, with those that were given. */
  readonly edits: readonly SourceEdit[];
  /** Text of the module with the tables; undefined when there are none. */
  readonly module?: string;
  /** Schemas that became tables: `input tool "add"`. */
  readonly tables: ReadonlySet<string>;
  /** Schemas that still need zod. */
  readonly kept: readonly KeptSchema[];
}

/**
 * Plans which schemas become tables, the source edits for that, and the schemas that keep zod.
 * @param others further source edits
 */
export function planSchemas(
  { sources, evaluated, textOf, listedAtStart = new Set() }: SchemaInput,
  others: readonly SourceEdit[] = [],
): PlannedSchemas {
  const planned: PlannedSite[] = [];
  const failed: FailedSite[] = [];
  for (const site of sources.sites) {
    const outcome = planSite(site, sources, evaluated);
    if ('problem' in outcome) failed.push({ site, ...outcome });
    else planned.push(outcome);
  }
  const gone = [...planned.map(({ site }) => site), ...sources.constants];
  const kept = keptSchemas({ sources, failed, gone, functions: planned.flatMap(({ callbacks }) => callbacks), textOf });
  const tables = new Set(planned.map(({ site }) => `${site.role} ${site.owner}`));
  const module = planned.length === 0 ? {} : { module: printSchemas(planned.map((one) => withNeededForm(one, listedAtStart))) };
  const meanings = others.filter(({ kind }) => kind === 'whole-program');
  // Of what a table replaces nothing is left to be edited.
  const staying = dropUnusedImports(others, planned).filter(
    (one) => !meanings.includes(one) || !planned.some(({ site }) => isIn(one, site)),
  );
  const changed = (range: SourceRange): string => textWithEdits(textOf(range.file), range, meanings);
  const edits = [...staying, ...planSchemaEdits(planned, sources.constants, changed)];
  return { edits, ...module, tables, kept };
}

/** A part of a file, with the edits within it. */
function textWithEdits(text: string, range: SourceRange, edits: readonly SourceEdit[]): string {
  const inside = edits.filter((edit) => isIn(edit, range)).toSorted((one, other) => other.start - one.start);
  return inside.reduce(
    (done, { end, start, text: given }) => done.slice(0, start - range.start) + given + done.slice(end - range.start),
    text.slice(range.start, range.end),
  );
}

/** A table says its JSON Schema only where the bundle has it nowhere else: of questions, and of tools that are listed at start. */
function withNeededForm({ compiled, site }: PlannedSite, listedAtStart: ReadonlySet<string>): CompiledSite {
  const isNeeded = site.role === 'question' || site.owner === unnamedTool || listedAtStart.has(`${site.role} ${site.owner}`);
  if (isNeeded) return compiled;
  const { form: _unused, ...facts } = compiled.facts;
  return { ...compiled, facts };
}

type Outcome = PlannedSite | Omit<FailedSite, 'site'>;

function planSite(site: SchemaSite, { callbacks }: SchemaSources, evaluated: readonly EvaluatedSite[]): Outcome {
  if (site.problem !== undefined) return { problem: site.problem.text };
  const outcome = evaluated.find(({ id }) => id === site.id);
  if (outcome === undefined) return { problem: 'its module is not loaded by the definitions' };
  if ('problem' in outcome) return outcome;
  const needed = printSchema(outcome.table).callbacks;
  const functions = callbacks.filter(({ id }) => needed.has(id));
  if (functions.length < needed.size) return { problem: 'a function of the schema is not in the sources' };
  const lost = functions.find((callback) => !callback.hoistable && !isIn(callback, site));
  if (lost !== undefined) return { problem: 'a function of the schema depends on the call that makes it' };
  return { site, compiled: outcome, callbacks: functions };
}

/** A site that a table replaces, and the author's functions that the table refers to. */
interface PlannedSite {
  readonly site: SchemaSite;
  readonly compiled: CompiledSite;
  readonly callbacks: readonly SchemaCallback[];
}

/**
 * The changes that put tables where schemas stood. A function inside a schema's own expression stays there, with everything it sees;
 * one from elsewhere is written once more at the end of its module, as a function that nothing has to wait for.
 */
function planSchemaEdits(
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
      if (callback.file !== site.file) atEnd(site.file, `import { service${callback.id} } from ${JSON.stringify(callback.file)};`);
      return `${callback.id}: service${callback.id}`;
    });
    atEnd(site.file, `import { ${site.id} as service${site.id} } from "service:schemas";`);
    // A module that nothing but the schema named is still loaded: it may do more than hold schemas.
    for (const module of site.imports) atEnd(site.file, `import ${JSON.stringify(module)};`);
    const call = `service${site.id}${given.length === 0 ? '' : `({ ${given.join(', ')} })`}`;
    const text = site.shorthand === undefined ? call : `${site.shorthand}: ${call}`;
    return { file: site.file, start: site.start, end: site.end, kind: 'schema-table', text };
  });
  for (const callback of hoisted.values())
    atEnd(callback.file, `export function service${callback.id}() { return (${textOf(callback)}); }`);
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
