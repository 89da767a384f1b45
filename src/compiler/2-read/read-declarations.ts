import path from 'node:path';
import { ts } from 'ts-morph';
import { diagnose, type Diagnostic, DiagnosticCollector } from '../diagnostics/index.ts';
import type { DeclarationId, Declarations, LiteralToken } from '../model/declarations.ts';
import { explainTypeErrors } from './explain-type-errors.ts';
import { lostResults } from './lost-results.ts';
import { evaluate } from './literal.ts';
import { readCalled, readDecorated } from './read-declaration.ts';
import { type Reading, spanOf, tokenOf } from './reading.ts';
import { readSchemas } from '../schemas/find/read-schemas.ts';
import type { EnvironmentSources } from '../model/environment-sources.ts';
import type { SchemaSources } from '../model/schemas.ts';
import { readEnvironment } from './environment-reads.ts';
import { notListed } from './not-listed.ts';
import { startCallsOf } from './start-calls.ts';
import { packageOf, unavailablePackages, unavailableSdkNames } from '../model/unavailable-names.ts';

/** What phase 1 hands over. */
export interface ReadableProject {
  readonly root: string;
  readonly entry: string;
  readonly program: ts.Program;
  ownFiles(): readonly ts.SourceFile[];
  packageFiles(): readonly ts.SourceFile[];
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
      const found = ts.isClassDeclaration(statement) ? [readDecorated(reading, statement)] : readCalled(reading, statement);
      for (const declaration of found) if (declaration?.kind === 'server') servers.push(declaration.id);
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
    schemas: () => readSchemas(reading, reachableFiles(reading, loaded.entry, new Set([...own, ...loaded.packageFiles()]))),
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

/** Imports of names and packages that no build has, each with what to write instead. */
const unavailableImports = (reading: Reading, files: readonly ts.SourceFile[]): readonly Diagnostic[] =>
  files.flatMap(({ statements }) =>
    statements.flatMap((statement) =>
      (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) &&
      statement.moduleSpecifier !== undefined &&
      ts.isStringLiteral(statement.moduleSpecifier)
        ? unavailableIn(reading, statement, statement.moduleSpecifier)
        : [],
    ),
  );

function unavailableIn(
  reading: Reading,
  statement: ts.ImportDeclaration | ts.ExportDeclaration,
  specifier: ts.StringLiteral,
): readonly Diagnostic[] {
  const name = packageOf(specifier.text);
  if (name === '@service/sdk') return importedNames(statement).flatMap((element) => unavailableName(reading, element));
  const instead = unavailablePackages.get(name);
  // A package of that name may be installed: then it is the project's own business.
  if (instead === undefined || reading.checker.getSymbolAtLocation(specifier) !== undefined) return [];
  return [diagnose('name-unavailable', { name, instead }, { span: spanOf(reading, specifier) })];
}

function importedNames(statement: ts.ImportDeclaration | ts.ExportDeclaration): readonly (ts.ImportSpecifier | ts.ExportSpecifier)[] {
  const names = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : statement.exportClause;
  return names !== undefined && (ts.isNamedImports(names) || ts.isNamedExports(names)) ? [...names.elements] : [];
}

function unavailableName(reading: Reading, element: ts.ImportSpecifier | ts.ExportSpecifier): readonly Diagnostic[] {
  const { text } = element.propertyName ?? element.name;
  const instead = unavailableSdkNames.get(text);
  if (instead === undefined) return [];
  return [diagnose('name-unavailable', { name: `\`${text}\` of @service/sdk`, instead }, { span: spanOf(reading, element) })];
}

const globals = new Set(['globalThis', 'global']);
const definingMethods = new Set(['assign', 'defineProperty', 'defineProperties', 'setPrototypeOf', 'set', 'deleteProperty']);

/** Changes of global objects that files make while they are loaded: at the top of a module, not in a function. */
function globalChanges(reading: Reading, files: readonly ts.SourceFile[]): Diagnostic[] {
  const found: Diagnostic[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) || ts.isTypeNode(node)) return;
    const changed = changedBy(node);
    if (changed !== undefined && isGlobal(reading, changed))
      found.push(diagnose('load-effect', { kind: 'global', what: changed.getText() }, { span: spanOf(reading, node) }));
    ts.forEachChild(node, visit);
  };
  for (const file of files) if (/\bglobal(?:This)?\b|\.prototype\b/.test(file.text)) visit(file);
  return found;
}

/** What an assignment or a call of `Object.assign` and its like changes. */
function changedBy(node: ts.Node): ts.Expression | undefined {
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment ? node.left : undefined;
  }
  if (ts.isDeleteExpression(node)) return node.expression;
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { expression: object, name } = node.expression;
  const defines = ts.isIdentifier(object) && ['Object', 'Reflect'].includes(object.text) && definingMethods.has(name.text);
  return defines ? node.arguments[0] : undefined;
}

/** A member of the global object, or of the prototype of a class that JavaScript itself has. */
function isGlobal(reading: Reading, changed: ts.Expression): boolean {
  let at: ts.Node = changed;
  for (;;) {
    if (ts.isIdentifier(at)) return globals.has(at.text) && isOfJavaScript(reading, at);
    if (!ts.isPropertyAccessExpression(at) && !ts.isElementAccessExpression(at)) return false;
    if (ts.isPropertyAccessExpression(at) && at.name.text === 'prototype' && ts.isIdentifier(at.expression))
      return isOfJavaScript(reading, at.expression);
    // Its own finding: `process.env` is noticed while it runs.
    if (ts.isPropertyAccessExpression(at) && at.name.text === 'process') return false;
    at = at.expression;
  }
}

function isOfJavaScript({ checker }: Reading, name: ts.Identifier): boolean {
  const declarations = checker.getSymbolAtLocation(name)?.declarations ?? [];
  return declarations.every((one) => one.getSourceFile().isDeclarationFile);
}

/** The format of an issuer's access tokens, to recognise one in a source. */
interface TokenPattern {
  /** For messages. */
  readonly issuer: string;
  /** Files without any of these texts are not searched. */
  readonly prefixes: readonly string[];
  /** The whole token; its first group is the random part. */
  readonly pattern: RegExp;
}

const tokenPatterns: readonly TokenPattern[] = [
  { issuer: 'a GitHub token', prefixes: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], pattern: /\bgh[pousr]_([A-Za-z0-9]{36,})/ },
  { issuer: 'a GitHub token', prefixes: ['github_pat_'], pattern: /\bgithub_pat_([A-Za-z0-9_]{60,})/ },
  { issuer: 'a GitLab token', prefixes: ['glpat-'], pattern: /\bglpat-([\w-]{20,})/ },
  { issuer: 'an AWS access key', prefixes: ['AKIA', 'ASIA'], pattern: /\b(?:AKIA|ASIA)([A-Z2-7]{16})\b/ },
  {
    issuer: 'a Stripe key',
    prefixes: ['sk_live_', 'rk_live_', 'sk_test_', 'rk_test_'],
    pattern: /\b[rs]k_(?:live|test)_([A-Za-z0-9]{16,})/,
  },
  { issuer: 'a Slack token', prefixes: ['xoxb-', 'xoxp-', 'xoxa-', 'xoxr-', 'xoxs-'], pattern: /\bxox[abprs]-([\w-]{20,})/ },
  { issuer: 'a Google API key', prefixes: ['AIza'], pattern: /\bAIza([\w-]{35})/ },
  { issuer: 'an OpenAI key', prefixes: ['sk-proj-', 'sk-svcacct-'], pattern: /\bsk-(?:proj|svcacct)-([\w-]{20,})/ },
  { issuer: 'an Anthropic key', prefixes: ['sk-ant-'], pattern: /\bsk-ant-([\w-]{20,})/ },
  { issuer: 'an npm token', prefixes: ['npm_'], pattern: /\bnpm_([A-Za-z0-9]{36})\b/ },
  { issuer: 'a SendGrid key', prefixes: ['SG.'], pattern: /\bSG\.([\w-]{22}\.[\w-]{43})/ },
  { issuer: 'a Hugging Face token', prefixes: ['hf_'], pattern: /\bhf_([A-Za-z0-9]{34,})/ },
  { issuer: 'a DigitalOcean token', prefixes: ['dop_v1_', 'doo_v1_'], pattern: /\bdo[op]_v1_([a-f0-9]{64})/ },
  { issuer: 'a Shopify token', prefixes: ['shpat_', 'shpss_'], pattern: /\bshp(?:at|ss)_([a-fA-F0-9]{32})/ },
  {
    issuer: 'a private key',
    prefixes: ['PRIVATE KEY-----'],
    pattern: /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----[\s\\n]*([A-Za-z0-9+/=\s]{40,})/,
  },
];

/** Fewer different characters than this are a placeholder: `ghp_xxxxxxxx`. */
const minDistinct = 8;

/** Words by which documentation marks an example token. */
const placeholder = /example|xxxx|your|placeholder|dummy|changeme/i;

/** Issuer of the token in a text; undefined for a text without one, and for placeholders. */
function tokenIssuerOf(text: string): string | undefined {
  for (const { issuer, pattern } of tokenPatterns) {
    const [whole, random = ''] = pattern.exec(text) ?? [];
    if (whole !== undefined && new Set(random).size >= minDistinct && !placeholder.test(whole)) return issuer;
  }
  return undefined;
}

const prefixes = tokenPatterns.flatMap((row) => row.prefixes);

/** Texts of the sources that are tokens of a known issuer. */
function literalTokensOf(reading: Reading, files: readonly ts.SourceFile[]): readonly LiteralToken[] {
  return files.filter(({ text }) => prefixes.some((prefix) => text.includes(prefix))).flatMap((file) => tokensIn(reading, file));
}

function tokensIn(reading: Reading, file: ts.SourceFile): readonly LiteralToken[] {
  const found: LiteralToken[] = [];
  const visit = (node: ts.Node): void => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
    const issuer = isText ? tokenIssuerOf(node.text) : undefined;
    if (issuer !== undefined) found.push({ issuer, span: spanOf(reading, node) });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
