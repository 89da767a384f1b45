import { specifierBetween } from '../std/paths.ts';
import { singleQuoted } from '../escape/javascript.ts';
import type { Finding } from './findings.ts';
import { type MigratedSources, outPaths } from './migrated-sources.ts';
import { lineOf, type SourceModule } from './read/source-module.ts';
import { classify, type ClassifiedStatement } from './rewrite/classify.ts';
import { declareEntries } from './rewrite/declare-entries.ts';
import type { DeclaredModule, MigratedEntry } from './rewrite/declared.ts';
import { EntryNames } from './rewrite/entry-names.ts';
import { flatten } from './rewrite/flatten.ts';
import { printModule, readsArguments, type PrintedModule } from './rewrite/print-module.ts';
import { serviceClass, startupPlugin, withStartup } from './rewrite/service-class.ts';
import { splitStart } from './rewrite/start-code.ts';
import { findServer } from './trace/find-servers.ts';
import { traceServer } from './trace/trace-server.ts';
import type { TracedServer } from './trace/traced.ts';
import { ts } from 'ts-morph';

export interface MigrationOptions {
  /** Specifier under which the sources' `zod` is imported by the migrated ones. */
  readonly zod: string;
  /** Of the package; taken where the source computes the server's version. */
  readonly version: string;
}

/**
 * Rewrites the sources of a server of the official SDK as declarations. Pure: reads nothing, writes nothing, runs nothing.
 * @throws {MigrationError} for sources of which nothing can be moved
 */
export function migrateSources(modules: readonly SourceModule[], { version, zod }: MigrationOptions): MigratedSources {
  const server = traceServer(findServer(modules), modules);
  const outPath = outPaths(modules);
  const declared = declareAll(modules, server);
  const entries = inOrder(declared, server);
  const home = homeOf(declared, server);
  const planned = declared.map((module) => (module === home ? withService(module, server, { entries, version }) : module));
  const classified: readonly LiveModule[] = planned.map(({ module }) => ({
    file: module.source.file,
    links: module.source.links,
    statements: classify(module, server),
  }));
  const live = liveStatements(classified);
  const printed = planned.flatMap((module) => {
    const kept = [...(live.get(module.module.source.file) ?? [])];
    const all = classified.find(({ file }) => file === module.module.source.file)?.statements ?? [];
    const statements = all.filter((statement) => kept.includes(statement) || (kept.length > 0 && statement.use === 'import'));
    return kept.length === 0
      ? []
      : [print(module, { server, declared, entries, statements, isHome: module.module.source === server.module, outPath, zod })];
  });
  const classifiedNotes = classified.flatMap(({ file, statements }) =>
    notesOf(
      server,
      modules.find((one) => one.file === file),
      statements,
    ),
  );
  return {
    entry: outPath(server.module),
    modules: printed,
    entries,
    left: [
      ...server.left,
      ...declared.flatMap(({ left }) => left),
      ...classifiedNotes.filter(({ kind }) => kind === 'left').map(({ finding }) => finding),
    ],
    notes: classifiedNotes.filter(({ kind }) => kind === 'note').map(({ finding }) => finding),
  };
}

function declareAll(modules: readonly SourceModule[], server: TracedServer): readonly DeclaredModule[] {
  const names = new EntryNames();
  return modules.map((module) => declareEntries(flatten(module, server), server, names));
}

/** Entries of listed handlers come where their module comes; registered ones in the order in which they ran. */
function inOrder(declared: readonly DeclaredModule[], server: TracedServer): readonly MigratedEntry[] {
  const entries = declared.flatMap((module) => module.entries);
  const locationOf = ({ file, line }: MigratedEntry): number => {
    const index = server.registrations.findIndex(
      ({ module, statement }) => module.path === file && lineOf(module.tree, statement.getStart()) === line,
    );
    return index < 0 ? server.registrations.length : index;
  };
  return entries
    .map((entry) => [locationOf(entry), entry] as const)
    .sort(([first], [second]) => first - second)
    .map(([, entry]) => entry);
}

function homeOf(declared: readonly DeclaredModule[], server: TracedServer): DeclaredModule {
  const home = declared.find(({ module }) => module.source === server.module);
  if (home === undefined) throw new Error('the module of the server is not among the modules');
  return home;
}

function withService(
  declared: DeclaredModule,
  server: TracedServer,
  parts: { readonly entries: readonly MigratedEntry[]; readonly version: string },
): DeclaredModule {
  const { module } = declared;
  const flat = { ...module, statements: [...module.statements, serviceClass(module, server, parts)] };
  return { ...declared, module: flat, sdk: new Set([...declared.sdk, 'Service']) };
}

interface Printing {
  readonly server: TracedServer;
  readonly declared: readonly DeclaredModule[];
  readonly entries: readonly MigratedEntry[];
  readonly statements: readonly ClassifiedStatement[];
  readonly isHome: boolean;
  readonly outPath: (module: SourceModule) => string;
  readonly zod: string;
}

function print(module: DeclaredModule, { declared, isHome, outPath, server, statements, zod }: Printing): PrintedModule {
  const { source } = module.module;
  const path = outPath(source);
  const sdk = new Set(module.sdk);
  const support = new Set(module.support);
  const { start, top } = splitStart(statements);
  const body = [...top];
  if (start.length > 0 && isHome) {
    const service = body.pop() ?? '';
    body.push(startupPlugin(start), withStartup(service));
    for (const name of ['DynamicPlugin', 'Plugin']) sdk.add(name);
  } else body.push(...start);
  const serverNames = [...(server.names.get(source.file) ?? [])].filter((name) =>
    statements.some(({ mentions, use }) => use !== 'import' && mentions.has(name)),
  );
  if (serverNames.length > 0) support.add('currentServer');
  const importing = new Set(statements.filter(({ use }) => use === 'import').map(({ from }) => from.text));
  const lastImport = body.findLastIndex((statement) => importing.has(statement));
  body.splice(lastImport + 1, 0, ...serverNames.map((name) => `const ${name} = currentServer;`));
  const text = body.join('\n\n');
  if (readsArguments(text, path)) support.add('programArguments');
  const imports = [
    ...(sdk.size === 0 ? [] : [`import { ${[...sdk].sort().join(', ')} } from '@service/sdk';`]),
    ...(support.size === 0
      ? []
      : [`import { ${[...support].sort().join(', ')} } from ${singleQuoted(specifierBetween(path, 'from-sdk/index.ts'))};`]),
    ...(isHome ? entryImports(declared, module, outPath) : []),
  ];
  return printModule({ source, path, body: text, imports, zod });
}

/** Entries of other modules are listed by the class of this one. */
function entryImports(declared: readonly DeclaredModule[], home: DeclaredModule, outPath: Printing['outPath']): readonly string[] {
  const path = outPath(home.module.source);
  return declared
    .filter((module) => module !== home && module.module.source !== home.module.source && module.entries.length > 0)
    .map(
      ({ entries, module }) =>
        `import { ${entries.map(({ symbol }) => symbol).join(', ')} } from ${singleQuoted(specifierBetween(path, outPath(module.source)))};`,
    );
}

interface SortedFinding {
  readonly kind: 'left' | 'note';
  readonly finding: Finding;
}

function notesOf(
  server: TracedServer,
  module: SourceModule | undefined,
  statements: readonly ClassifiedStatement[],
): readonly SortedFinding[] {
  if (module === undefined) return [];
  const met = new Set(server.left.map(({ file, line }) => `${file}:${line}`));
  return statements.flatMap(({ from, node, use }): readonly SortedFinding[] => {
    if (from.origin < 0 || (use !== 'transport' && use !== 'server-object')) return [];
    const line = lineOf(module.tree, from.origin);
    const written = node.getText().split('\n', 1)[0] ?? '';
    const shown = written.length > 60 ? `${written.slice(0, 59)}…` : written;
    if (use === 'transport')
      return [
        {
          kind: 'note',
          finding: {
            file: module.path,
            line,
            message: `Left out: \`${shown}\``,
            hint: 'A built server brings its own transports and start',
          },
        },
      ];
    if (met.has(`${module.path}:${line}`)) return [];
    return [
      {
        kind: 'left',
        finding: {
          file: module.path,
          line,
          message: `Not moved: \`${shown}\``,
          hint: 'It works on the server object; use a plugin, a hook or an option of @Service instead',
        },
      },
    ];
  });
}

interface LiveModule {
  readonly file: string;
  readonly links: ReadonlyMap<string, string>;
  readonly statements: readonly ClassifiedStatement[];
}

/** Statements that the migrated server needs, by module file: those that its entries reach, and effects on what they reach. */
function liveStatements(modules: readonly LiveModule[]): ReadonlyMap<string, ReadonlySet<ClassifiedStatement>> {
  const live = new Map(modules.map(({ file }) => [file, new Set<ClassifiedStatement>()]));
  const byFile = new Map(modules.map((module) => [module.file, module]));
  const keep = (module: LiveModule, statement: ClassifiedStatement): void => {
    const kept = live.get(module.file);
    if (kept === undefined || kept.has(statement) || statement.use === 'transport' || statement.use === 'server-object') return;
    kept.add(statement);
    for (const name of statement.mentions) need(module, name);
    if (ts.isExportDeclaration(statement.node)) followExport(module, statement.node);
  };
  const need = (module: LiveModule, name: string): void => {
    for (const statement of module.statements) {
      if (statement.declares.includes(name)) keep(module, statement);
      const origin = statement.use === 'import' ? importOf(statement.node, name) : undefined;
      const target = origin === undefined ? undefined : byFile.get(module.links.get(origin.specifier) ?? '');
      if (origin !== undefined && target !== undefined) enter(target, origin.name);
    }
  };
  const enter = (module: LiveModule, name: string): void => {
    for (const statement of module.statements) if (statement.use === 'root') keep(module, statement);
    if (name === '*') for (const statement of module.statements) keepIfExported(module, statement);
    else need(module, name);
  };
  const keepIfExported = (module: LiveModule, statement: ClassifiedStatement): void => {
    if (statement.use === 'declaration' && ts.canHaveModifiers(statement.node) && ts.getModifiers(statement.node)?.length !== 0)
      keep(module, statement);
  };
  const followExport = (module: LiveModule, node: ts.ExportDeclaration): void => {
    const from = node.moduleSpecifier;
    const target = from !== undefined && ts.isStringLiteral(from) ? byFile.get(module.links.get(from.text) ?? '') : undefined;
    if (target !== undefined) enter(target, '*');
  };
  for (const module of modules)
    for (const statement of module.statements) if (statement.use === 'root' && statement.from.role !== 'source') keep(module, statement);
  for (let found = true; found;) {
    found = false;
    for (const module of modules)
      for (const statement of module.statements) {
        if (statement.use !== 'effect' || live.get(module.file)?.has(statement) === true) continue;
        if (!actsOnLive(module, statement, live.get(module.file) ?? new Set())) continue;
        keep(module, statement);
        found = true;
      }
  }
  return live;
}

/** An effect on nothing of the module (`dotenv.config()`) counts where the module counts. */
function actsOnLive(module: LiveModule, { mentions }: ClassifiedStatement, live: ReadonlySet<ClassifiedStatement>): boolean {
  const own = module.statements.filter(({ declares }) => declares.some((name) => mentions.has(name)));
  return own.length === 0 ? live.size > 0 : own.some((statement) => live.has(statement));
}

/** What a name of an import stands for. */
function importOf(node: ts.Statement, name: string): { readonly specifier: string; readonly name: string } | undefined {
  if (!ts.isImportDeclaration(node) || !ts.isStringLiteral(node.moduleSpecifier)) return undefined;
  const specifier = node.moduleSpecifier.text;
  const { importClause: clause } = node;
  if (clause?.name?.text === name) return { specifier, name: 'default' };
  const named = clause?.namedBindings;
  if (named === undefined) return undefined;
  if (ts.isNamespaceImport(named)) return named.name.text === name ? { specifier, name: '*' } : undefined;
  const element = named.elements.find((candidate) => candidate.name.text === name);
  return element === undefined ? undefined : { specifier, name: (element.propertyName ?? element.name).text };
}
