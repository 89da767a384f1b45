import path from 'node:path';
import { ts } from 'ts-morph';
import { DiagnosticCollector, type Diagnostic } from '../diagnostics/index.ts';
import type { DeclarationId, Declarations } from '../model/declarations.ts';
import { explainTypeErrors } from './explain-type-errors.ts';
import { globalChanges } from './global-changes.ts';
import { lostResults } from './lost-results.ts';
import { literalTokensOf } from './token-patterns.ts';
import { evaluate } from './literal.ts';
import { readDecorated } from './read-declaration.ts';
import { spanOf, tokenOf, type Reading } from './reading.ts';
import { readSchemas } from '../schemas/find/read-schemas.ts';
import type { EnvironmentSources } from '../model/environment-sources.ts';
import type { SchemaSources } from '../model/schemas.ts';
import { readEnvironment } from './environment-reads.ts';
import { notListed } from './not-listed.ts';
import { startCallsOf } from './start-calls.ts';
import { unavailableImports } from './unavailable-imports.ts';

/** What phase 1 hands over. */
export interface ReadableProject {
  readonly root: string;
  readonly entry: string;
  readonly program: ts.Program;
  ownFiles(): readonly ts.SourceFile[];
  isTest(file: ts.SourceFile): boolean;
}

export interface ReadResult {
  readonly declarations: Declarations;
  /** The entry and what it imports. */
  readonly reached: ReadonlySet<ts.SourceFile>;
  /** Imports that no build has, type errors, those about declarations in the declaration's words, changes of global objects, and what no list has. */
  readonly findings: (typeErrors: readonly Diagnostic[]) => readonly Diagnostic[];
  /** Results whose types show that JSON loses a part; asked where types are checked. */
  readonly lostResults: () => readonly Diagnostic[];
  /** Where schemas are written; asked by a build alone. */
  readonly schemas: () => SchemaSources;
  /** Which variables the files read; asked when one was read while they were loaded. */
  readonly environment: () => EnvironmentSources;
}

/** Reads every server that the entry reaches, and with it everything that the servers' lists lead to. */
export function readDeclarations(loaded: ReadableProject): ReadResult {
  const { program } = loaded;
  const reading: Reading = {
    root: loaded.root,
    program,
    checker: program.getTypeChecker(),
    declarations: new Map(),
    nodes: new Map(),
    functions: new Map(),
    values: new Map(),
    paths: new Map(),
    ownFiles: loaded.ownFiles(),
    changed: new Map(),
    names: new Map(),
    evaluate: (expression) => evaluate(reading, expression),
  };
  const own = new Set(reading.ownFiles);
  const servers: DeclarationId[] = [];
  const files = reachableFiles(reading, loaded.entry, own);
  for (const file of files) {
    for (const statement of file.statements) {
      if (!ts.isClassDeclaration(statement)) continue;
      const declaration = readDecorated(reading, statement);
      if (declaration?.kind === 'server') servers.push(declaration.id);
    }
  }
  const entryFile = program.getSourceFile(loaded.entry);
  const nowhere = { file: path.relative(loaded.root, loaded.entry).replaceAll('\\', '/'), start: 0, end: 0, line: 1, column: 1 };
  const first = entryFile?.statements[0];
  const declarations: Declarations = {
    entry: nowhere.file,
    entryFile: entryFile?.fileName ?? loaded.entry,
    entrySpan: first === undefined ? nowhere : spanOf(reading, first),
    servers,
    all: reading.declarations,
    literalTokens: literalTokensOf(reading, files),
    startCalls: startCallsOf(reading, files),
    builtInTokens: builtInTokensOf(files),
    tokenOf: (id) => {
      const node = reading.nodes.get(id);
      return node === undefined
        ? id
        : tokenOf(reading, ts.isCallExpression(node) && ts.isVariableDeclaration(node.parent) ? node.parent : node);
    },
  };
  return {
    declarations,
    reached: new Set(files),
    findings: (typeErrors) => [
      ...unavailableImports(reading, files),
      ...findingsOf(reading, typeErrors),
      ...globalChanges(reading, files),
      // Without a server the missing server is what there is to say.
      ...(servers.length === 0 ? [] : notListed(reading, files, (file) => loaded.isTest(file))),
    ],
    lostResults: () => lostResults(reading),
    schemas: () => readSchemas(reading, files),
    environment: () => readEnvironment(reading, files),
  };
}

function findingsOf(reading: Reading, typeErrors: readonly Diagnostic[]): readonly Diagnostic[] {
  const found = new DiagnosticCollector();
  found.add(...explainTypeErrors(reading, typeErrors));
  return found.diagnostics;
}

/** The entry and the project's files that it imports, in the order of their imports. */
function reachableFiles(reading: Reading, entry: string, own: ReadonlySet<ts.SourceFile>): readonly ts.SourceFile[] {
  const found = new Set<ts.SourceFile>();
  const visit = (file: ts.SourceFile | undefined): void => {
    if (file === undefined || found.has(file) || !own.has(file)) return;
    found.add(file);
    for (const statement of file.statements) {
      const specifier = ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement) ? statement.moduleSpecifier : undefined;
      if (specifier === undefined) continue;
      visit(reading.checker.getSymbolAtLocation(specifier)?.declarations?.[0]?.getSourceFile());
    }
  };
  visit(reading.program.getSourceFile(entry));
  return [...found];
}

/** Tokens of `@service/sdk` that need no provider. */
const builtInTokens: ReadonlySet<string> = new Set(['SERVICE_CONTEXT', 'ServiceLogger']);

/** The built-in tokens that files name outside of types, under whatever name they are imported. */
function builtInTokensOf(files: readonly ts.SourceFile[]): readonly string[] {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isImportSpecifier(node)) {
      // A plain import is seen again where it is used; what is renamed is not.
      if (node.propertyName !== undefined) add(node.propertyName.text);
      return;
    }
    if (ts.isTypeNode(node)) return;
    if (ts.isIdentifier(node) || ts.isStringLiteral(node)) add(node.text);
    ts.forEachChild(node, visit);
  };
  const add = (name: string): void => {
    if (builtInTokens.has(name)) found.add(name);
  };
  for (const file of files) visit(file);
  return [...found].sort();
}
