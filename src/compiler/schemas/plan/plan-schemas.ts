import {
  type CompiledSite,
  type EvaluatedSite,
  type KeptSchema,
  type SchemaCallback,
  type SchemaConstant,
  type SchemaProblem,
  type SchemaSite,
  type SchemaSources,
  type SchemaUse,
  type SourceRange,
  unnamedTool,
} from '../../model/schemas.ts';
import type { SourceEdit } from '../../model/source-edit.ts';
import { printSchema, printSchemas } from '../print/print-schema.ts';

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

/** A site that keeps its schema of zod. */
interface FailedSite {
  readonly site: SchemaSite;
  readonly problem: string;
  /** The function of zod that made the part at fault. */
  readonly call?: string;
}

interface KeptInput {
  readonly sources: SchemaSources;
  readonly failed: readonly FailedSite[];
  /** Ranges that leave the bundle: uses of zod in them do not count. */
  readonly gone: readonly SourceRange[];
  /** Functions of schemas that stay in the bundle with their tables. */
  readonly functions: readonly SourceRange[];
  readonly textOf: (file: string) => string;
}

/** Every cause that keeps zod in the bundle, once, at its source: one schema may serve many tools. */
function keptSchemas(input: KeptInput): KeptSchema[] {
  return [...failedSites(input), ...usesByHand(input), ...usesInFunctions(input)];
}

const isIn = (inner: SourceRange, outer: SourceRange): boolean =>
  inner.file === outer.file && inner.start >= outer.start && inner.end <= outer.end;

function failedSites({ failed, sources }: KeptInput): KeptSchema[] {
  const causes = new Map<string, { readonly cause: Cause; readonly owners: Set<string> }>();
  for (const one of failed) {
    const cause = causeOf(one, sources);
    const key = `${cause.file}:${cause.span.start}:${cause.text}`;
    const known = causes.get(key) ?? { cause, owners: new Set() };
    causes.set(key, { ...known, owners: known.owners.add(one.site.owner) });
  }
  return [...causes.values()].map(({ cause, owners }) => ({ ...cause, text: `${listed([...owners])}: ${cause.text}` }));
}

type Cause = SchemaProblem & Pick<KeptSchema, 'hint'>;

function causeOf({ call, problem, site }: FailedSite, { calls }: SchemaSources): Cause {
  if (site.problem !== undefined) return { ...site.problem, hint: hintOf(site.problem) };
  const made = [site, ...site.reached].flatMap((range) => calls.find((one) => one.name === call && isIn(one, range)) ?? [])[0];
  return {
    text: problem,
    file: made?.file ?? site.file,
    span: made?.span ?? site.span,
    hint: 'Use kinds of schemas that JSON can express, and convert in the handler',
  };
}

const hintOf = ({ package: name }: SchemaProblem): string =>
  name === undefined
    ? 'Make the schema of constants at the top of a module'
    : 'Write the schema in the project: only its own files are followed';

/** Owners named in a message. */
const maxOwners = 3;

function listed(owners: readonly string[]): string {
  const more = owners.length - maxOwners;
  return more > 0 ? `${owners.slice(0, maxOwners).join(', ')} and ${more} more` : owners.join(', ');
}

/** Uses of zod in code that stays, by file and name; uses in a failed site are explained by that site. */
function usesByHand({ failed, gone, sources, textOf }: KeptInput): KeptSchema[] {
  const explained = [...gone, ...failed.flatMap(({ site }) => [site, ...site.reached])];
  const uses = sources.uses.filter((use) => !explained.some((range) => isIn(use, range)));
  return grouped(uses, textOf).map(({ first, lines, name }) => ({
    span: first.span,
    file: first.file,
    text: `\`${name}\` is used here${lines}`,
    hint: 'Arguments of calls are checked before the handler runs; check other data without zod',
  }));
}

/** Uses of zod in functions that stay in the bundle: those of tables, and those in schemas that stay. */
function usesInFunctions({ failed, functions, sources, textOf }: KeptInput): KeptSchema[] {
  const ofFailed = failed.flatMap(({ site }) => [site, ...site.reached]);
  const all = [...functions, ...sources.callbacks.filter((callback) => ofFailed.some((range) => isIn(callback, range)))];
  const uses = sources.uses.filter((use) => all.some((range) => isIn(use, range)));
  return grouped(uses, textOf).map(({ first, lines, name }) => ({
    span: first.span,
    file: first.file,
    text: `a function of a schema uses \`${name}\`${lines}`,
    hint: 'Check the value without zod in that function',
  }));
}

interface GroupedUse {
  readonly first: SchemaUse;
  readonly name: string;
  /** ` and in lines 14, 15`, or nothing. */
  readonly lines: string;
}

function grouped(uses: readonly SchemaUse[], textOf: KeptInput['textOf']): GroupedUse[] {
  const groups = new Map<string, SchemaUse[]>();
  for (const use of [...uses].sort((a, b) => (a.file === b.file ? a.start - b.start : a.file < b.file ? -1 : 1))) {
    const key = `${use.file}\n${textOf(use.file).slice(use.start, use.end)}`;
    groups.set(key, [...(groups.get(key) ?? []), use]);
  }
  return [...groups].flatMap(([key, [first, ...rest]]) => {
    if (first === undefined) return [];
    const further = [...new Set(rest.map(({ span }) => span.line))].filter((line) => line !== first.span.line);
    const lines = further.length === 0 ? '' : ` and in ${further.length === 1 ? 'line' : 'lines'} ${further.join(', ')}`;
    return [{ first, name: key.slice(key.indexOf('\n') + 1), lines }];
  });
}
