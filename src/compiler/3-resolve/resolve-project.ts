import type { ts } from 'ts-morph';
import { entriesOf, ownerPath, type ServerModel } from '@service/sdk/model';
import { planTypeScriptEdits } from './typescript-edits.ts';
import type { Declaration, Declarations, ListedDeclaration, StaticValue } from '../model/declarations.ts';
import type { SourceEdit } from '../model/source-edit.ts';
import type { Span } from '../model/span.ts';
import { resolveModel, type ResolveResult } from './resolve-model.ts';
import { planSourceEdits } from './source-edits.ts';
import type { AstView } from './ast-view.ts';
import { isMadeByCall, valueOf } from './plain.ts';
import { branchEdits } from './branch-items.ts';
import { shownOptions } from './shown-options.ts';
import type { ShownOptions } from '../model/shown-options.ts';
import { describe } from './resolution.ts';

/** What the sources say of the server and of its entries. */
export interface ResolvedProject extends ResolveResult {
  /** Names that entries use of their context objects, once evaluation has found them all; undefined when it could be any. */
  readonly contextMembers: (servers: readonly ServerModel[]) => readonly string[] | undefined;
  /** Why the model of a build is not that of every start; undefined when it is. */
  readonly dynamicOptions: string | undefined;
  /** What the options of the server may be in the branches that the sources show. */
  readonly shown: readonly ShownOptions[];
  /** Lists whose items, or what features are chosen by of these, more than the sources decide. */
  readonly openLists: readonly string[];
  /** Changes with which the evaluation finds what branches list that it does not take. */
  readonly branchEdits: readonly SourceEdit[];
  /** Where an option is written, by the name of its declaration in messages and its path. */
  readonly spanOfOption: (label: string, path: string) => Span | undefined;
  readonly listed: () => readonly ListedDeclaration[];
  /** Changes of the sources that every bundle has. */
  readonly edits: () => readonly SourceEdit[];
  /** Changes without which the bundler would read the sources otherwise than TypeScript does. */
  readonly typescriptEdits: readonly SourceEdit[];
}

/** What phase 1 hands over. */
export interface ResolvableProject {
  readonly program: ts.Program;
  /** Absolute folder of the SDK's modules: sources in a checkout. */
  readonly sdkFolder?: string;
  ownFiles(): readonly ts.SourceFile[];
  packageFiles(): readonly ts.SourceFile[];
}

export function resolveProject(declarations: Declarations, loaded: ResolvableProject): ResolvedProject {
  const { diagnostics, view } = resolveModel(declarations);
  const dynamicOptions = view === undefined ? undefined : dynamicOptionsIn(declarations, view);
  const typescriptEdits = view === undefined ? [] : planTypeScriptEdits(loaded.program, loaded.sdkFolder);
  return {
    diagnostics,
    view,
    contextMembers: (servers) => (view === undefined ? undefined : contextMembersOf(declarations, view, servers)),
    dynamicOptions,
    shown: [...declarations.all.values()].flatMap(({ kind, options }) => (kind === 'server' ? shownOptions(options) : [])),
    openLists: view === undefined ? [] : [...view.openLists, ...listsOfOpenEntries(declarations)],
    branchEdits: branchEdits(view?.branches.items ?? [], loaded.ownFiles(), rootOf(declarations)),
    spanOfOption: (label, path) => optionSpan(declarations, label, path),
    listed: () => listedDeclarations(declarations),
    edits: () => {
      const isSettled = dynamicOptions === undefined && view?.openOwners.length === 0 && pluginsAreSettled(declarations);
      return [...planSourceEdits([...loaded.ownFiles(), ...loaded.packageFiles()], { isSettled }), ...typescriptEdits];
    },
    typescriptEdits,
  };
}

const rootOf = ({ entry, entryFile }: Declarations): string => entryFile.replaceAll('\\', '/').slice(0, -entry.length);

const withContext: ReadonlySet<string> = new Set(['tool', 'resource', 'resource-template', 'prompt']);

/** What the entries of a server take from their context objects; undefined when it could be anything: code that is not read, or an entry that hands its context on. */
function contextMembersOf(
  declarations: Declarations,
  { openOwners }: AstView,
  servers: readonly ServerModel[],
): readonly string[] | undefined {
  // A plugin that could make entries, and makes none, has no code that is given a context.
  const owners = servers.flatMap((server) => entriesOf(server).map(({ owner }) => `${ownerPath(owner)}/`));
  if (openOwners.some((open) => owners.some((owner) => owner.startsWith(`${open}/`)))) return undefined;
  // `inject(SERVICE_CONTEXT)` reads what `this.context` reads.
  const used = new Set<string>(declarations.builtInTokens.includes('SERVICE_CONTEXT') ? ['context'] : []);
  for (const { contextMembers, kind } of declarations.all.values()) {
    if (!withContext.has(kind)) continue;
    if (contextMembers === undefined) return undefined;
    for (const name of contextMembers) used.add(name);
  }
  return [...used].sort();
}

/** The items of all lists in options that are declarations of the project. */
const listedDeclarations = ({ all }: Pick<Declarations, 'all'>): ListedDeclaration[] =>
  [...all.values()]
    .flatMap(({ options }) => (options.kind === 'object' ? options.properties : []))
    .flatMap(({ name, value }) => (value.kind === 'array' ? value.items.map((item) => ({ list: name, item })) : []))
    .flatMap(({ item, list }) => {
      const declared = item.kind === 'declaration' ? all.get(item.id) : undefined;
      return item.kind !== 'declaration' || declared === undefined
        ? []
        : [{ list, text: item.text, span: item.span, declaredIn: declared.span.file }];
    });

/**
 * The span of an option that the SDK refused while the definitions were evaluated.
 * @param label the SDK's name of a declaration: `@Service`, `tool "add"`
 * @param path dotted; the result is the span of its innermost member that the sources show
 */
function optionSpan({ all }: Pick<Declarations, 'all'>, label: string, path: string): Span | undefined {
  const declaration = [...all.values()].find((one) => labelOf(one) === label);
  const items = listedIn(all);
  const given =
    declaration === undefined ? items.filter((item) => adapterLabelOf(item) === label) : items.filter((item) => isOf(item, declaration));
  const options = [...(declaration === undefined ? [] : [declaration.options]), ...given.flatMap(({ init }) => init?.slice(0, 1) ?? [])];
  return options.reduce<Span | undefined>((found, one) => found ?? deepest(one, path.split('.')), undefined);
}

type Listed = Extract<StaticValue, { readonly init?: unknown }>;

/** What lists of declarations hold, with what `init` is given there. */
const listedIn = (all: Declarations['all']): readonly Listed[] =>
  [...all.values()]
    .flatMap(({ options }) => (options.kind === 'object' ? options.properties : []))
    .flatMap(({ value }) => (value.kind === 'array' ? value.items : []))
    .flatMap((item) => ('init' in item ? [item] : []));

/** The sources show what every plugin is given; functions and classes are what they are in every start. */
const pluginsAreSettled = ({ all }: Declarations): boolean =>
  listedIn(all).every(
    ({ init: [options] = [] }) => options === undefined || (isWhole(options) && memberOf(options, 'useFactory') === undefined),
  );

const isWhole = (options: StaticValue): boolean => options.kind === 'object' && dynamicPath(options, '') === undefined;

const isOf = (item: Listed, { id }: Declaration): boolean => item.kind === 'declaration' && item.id === id;

/** An adapter has the name that its options give it, and its class may be one of a package. */
function adapterLabelOf({ init: [options] = [] }: Listed): string | undefined {
  const name = options === undefined ? undefined : memberOf(options, 'name');
  return name?.kind === 'literal' ? `adapter "${String(name.value)}"` : undefined;
}

function labelOf({ kind, options }: Declaration): string | undefined {
  if (kind === 'server') return '@Service';
  const name = memberOf(options, 'name');
  return name?.kind === 'literal' ? `${kind} "${String(name.value)}"` : undefined;
}

const memberOf = (value: StaticValue, name: string): StaticValue | undefined =>
  value.kind === 'object' ? value.properties.find((property) => property.name === name)?.value : undefined;

function deepest(value: StaticValue, [name, ...rest]: readonly string[]): Span | undefined {
  const member = name === undefined ? undefined : memberOf(value, name);
  return member === undefined ? undefined : (deepest(member, rest) ?? member.span);
}

/**
 * Why the options have to be read again where the bundle runs; undefined when the model of the build is that of every start. What plugins
 * and adapters make is what evaluation found: a start that finds something else is refused.
 */
export function dynamicOptionsIn(declarations: Declarations, view: AstView): string | undefined {
  // The names of entries depend on which of them share an endpoint.
  if (view.options['splitByApp'] === true) return 'splitByApp makes a server of every app at start';
  for (const declaration of declarations.all.values()) {
    if (declaration.kind === 'app' && valueOf(declaration.options, 'standalone') !== undefined)
      return 'a standalone app is a server of its own at start';
    const reason = dynamicOptionOf(declaration);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

const listOf: Partial<Record<Declaration['kind'], string>> = {
  tool: 'tools',
  resource: 'resources',
  'resource-template': 'resourceTemplates',
  prompt: 'prompts',
};

/** Options of entries that features are planned by. */
const planning = ['authorities', 'authProviders', 'concurrency', 'execution', 'rateLimit'];

/** An entry that may need another feature elsewhere is as good as one that the build does not see: its list counts as open. */
export const listsOfOpenEntries = ({ all }: Declarations): readonly string[] =>
  [...all.values()].flatMap(({ kind, options }) => {
    const list = listOf[kind];
    const isOpen = (name: string): boolean => {
      const value = valueOf(options, name);
      return value !== undefined && dynamicPath(value, name) !== undefined;
    };
    const mayNeedMore = options.kind !== 'object' || !options.complete || planning.some(isOpen);
    return list !== undefined && mayNeedMore ? [list] : [];
  });

function dynamicOptionOf(declaration: Declaration): string | undefined {
  const path = dynamicPath(declaration.options, '');
  return path === undefined ? undefined : `${path} of ${describe(declaration)} is decided where the server runs`;
}

/** Schemas are evaluated at build in any case, and their constants do not change. */
const schemaFields = new Set(['inputSchema', 'outputSchema']);

/** Dotted path of the first value that more than the sources decide. */
function dynamicPath(value: StaticValue, path: string): string | undefined {
  const here = path === '' ? 'an option' : `"${path}"`;
  switch (value.kind) {
    case 'environment':
    case 'unknown':
    case 'one-of':
      return here;
    case 'array':
      return value.complete ? firstOf(value.items.filter((item) => !isMadeByCall(item, path)).map((item) => [item, path])) : here;
    case 'object':
      return value.complete
        ? firstOf(
            value.properties
              .filter(({ name }) => !schemaFields.has(name))
              .map((one) => [one.value, path === '' ? one.name : `${path}.${one.name}`]),
          )
        : here;
    default:
      return undefined;
  }
}

function firstOf(rows: readonly (readonly [StaticValue, string])[]): string | undefined {
  for (const [value, path] of rows) {
    const found = dynamicPath(value, path);
    if (found !== undefined) return found;
  }
  return undefined;
}
