import type { KeptSchema, SchemaProblem, SchemaSite, SchemaSources, SchemaUse, SourceRange } from '../../model/schemas.ts';

/** A site that keeps its schema of zod. */
export interface FailedSite {
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
export function keptSchemas(input: KeptInput): KeptSchema[] {
  return [...failedSites(input), ...usesByHand(input), ...usesInFunctions(input)];
}

export const isIn = (inner: SourceRange, outer: SourceRange): boolean =>
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
