import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, extname, join, relative, resolve } from 'node:path';
import MagicString from 'magic-string';
import { ts } from 'ts-morph';
import { toPosix, relativePosix } from '../../std/paths.ts';
import { isWithin } from '../../std/real-paths.ts';
import { singleQuoted } from '../../escape/javascript.ts';
import { MigrationError } from '../findings.ts';
import { walk, bare, declaredNames, isReference } from '../trace/syntax.ts';
import { readText, lineOf, lineOfNode, parseText, type SourceModule } from './source-module.ts';
import { sdkNames } from './sdk-names.ts';

const sourceEndings = ['.ts', '.mts', '.cts', '.tsx', '.js', '.mjs', '.cjs', '.jsx'];

/**
 * Reads the entry and every module of the source folder that it imports, the entry first.
 * @throws {MigrationError} for a file that does not parse, and for an import that leaves the folder
 */
export function readModules(root: string, entry: string): readonly SourceModule[] {
  const modules = new Map<string, SourceModule>();
  const waiting = [entry];
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    if (modules.has(file)) continue;
    const module = readModule(root, file);
    modules.set(file, module);
    waiting.push(...module.links.values());
  }
  return [...modules.values()];
}

/** Without the comment at the end that names the source map. */
function withoutSourceMap(text: string): string {
  const at = text.lastIndexOf('//# sourceMappingURL=');
  return at === -1 || text.slice(at).trimEnd().includes('\n') ? text : `${text.slice(0, at).trimEnd()}\n`;
}

function readModule(root: string, file: string): SourceModule {
  const path = relativePosix(root, file);
  const original = parseText(path, withoutSourceMap(readText(file)));
  refuseSyntaxErrors(path, original);
  const tree = nameFactories(nameOfficialImports(file, fromCommonJs(path, original)));
  const links = new Map<string, string>();
  for (const { specifier, node } of importsOf(tree)) {
    if (!specifier.startsWith('.')) continue;
    const target = resolveImport(file, specifier);
    if (target === undefined) continue;
    if (!isWithin(root, target)) throw outside(path, node, specifier);
    if (sourceEndings.includes(extname(target))) links.set(specifier, target);
  }
  return { file, path, tree, links };
}

/** @throws {MigrationError} with every syntax error; TypeScript's parser keeps them in an internal member of the file */
function refuseSyntaxErrors(path: string, tree: ts.SourceFile): void {
  const errors = (tree as { parseDiagnostics?: readonly ts.DiagnosticWithLocation[] }).parseDiagnostics ?? [];
  if (errors.length === 0) return;
  throw new MigrationError(
    'migrate-unreadable',
    errors.map(({ start, messageText }) => ({
      file: path,
      line: lineOf(tree, start),
      message: `Does not parse: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
      hint: 'Correct the syntax, then migrate again',
    })),
  );
}

const outside = (file: string, node: ts.Node, specifier: string): MigrationError =>
  new MigrationError('migrate-outside', [
    {
      file,
      line: lineOfNode(node),
      message: `Imports '${specifier}', which lies outside the source folder`,
      hint: 'Name the folder that holds both, or copy the file into the source folder',
    },
  ]);

/** Imports, re-exports and `import()` of a literal, with the node that names the module. */
function importsOf(tree: ts.SourceFile): readonly { readonly specifier: string; readonly node: ts.Node }[] {
  const lazy: { readonly specifier: string; readonly node: ts.Node }[] = [];
  walk(tree, (node) => {
    if (!ts.isCallExpression(node) || node.expression.kind !== ts.SyntaxKind.ImportKeyword) return;
    const [specifier] = node.arguments;
    if (specifier !== undefined && ts.isStringLiteral(specifier)) lazy.push({ specifier: specifier.text, node });
  });
  const plain = tree.statements.flatMap((statement) =>
    (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) &&
    statement.moduleSpecifier !== undefined &&
    ts.isStringLiteral(statement.moduleSpecifier)
      ? [{ specifier: statement.moduleSpecifier.text, node: statement }]
      : [],
  );
  return [...plain, ...lazy];
}

/** The file that a relative import names: as written, with `.js` for `.ts`, without its ending, or a folder's index. */
function resolveImport(from: string, specifier: string): string | undefined {
  const base = resolve(dirname(from), specifier);
  const stem = base.replace(/\.[cm]?jsx?$/, '');
  const candidates = [
    base,
    ...sourceEndings.map((ending) => stem + ending),
    ...sourceEndings.map((ending) => base + ending),
    ...sourceEndings.map((ending) => join(base, `index${ending}`)),
  ];
  const found = candidates.find((file) => existsSync(file) && statSync(file).isFile());
  return found === undefined ? undefined : realpathSync(found);
}

/** Examples inside the official package import it by relative paths; this replaces them by its name and keeps the lines. */
function nameOfficialImports(file: string, tree: ts.SourceFile): ts.SourceFile {
  const text = new MagicString(tree.text);
  for (const { node, specifier } of importsOf(tree)) {
    const name = officialSpecifier(file, specifier);
    const literal = ts.isImportDeclaration(node) || ts.isExportDeclaration(node) ? node.moduleSpecifier : undefined;
    if (name !== undefined && literal !== undefined) text.overwrite(literal.getStart(), literal.getEnd(), singleQuoted(name));
  }
  return text.hasChanged() ? parseText(tree.fileName, text.toString()) : tree;
}

/** The specifier by which other packages import a module of the official package. */
function officialSpecifier(file: string, specifier: string): string | undefined {
  const inPackage = /^(.*\/node_modules\/(@modelcontextprotocol\/sdk)\/(?:dist\/(?:esm|cjs)|src)\/)/.exec(toPosix(file));
  if (inPackage === null || !specifier.startsWith('.')) return undefined;
  const [, base = '', name = ''] = inPackage;
  const path = toPosix(relative(base, resolve(dirname(file), specifier)));
  return path.startsWith('..') || path.startsWith('examples/') ? undefined : `${name}/${path}`;
}

/**
 * `serveStdio(() => { … })` as `const makeServer = () => { … }; serveStdio(makeServer)`, with every line where it was: 2.x takes functions
 * that make a server, and a function that makes one is read by its name.
 */
function nameFactories(tree: ts.SourceFile): ts.SourceFile {
  const official = sdkNames(tree);
  const text = new MagicString(tree.text);
  const taken = new Set(tree.statements.flatMap((statement) => declaredNames(statement)));
  for (const statement of tree.statements) {
    const factory = inlineFactory(statement, official);
    if (factory === undefined) continue;
    const name = freeName(taken);
    text.prependLeft(statement.getStart(tree), `const ${name} = ${factory.getText(tree)}; `);
    // The lines of the function stay below each other: those that the call held are kept.
    text.overwrite(factory.getStart(tree), factory.getEnd(), name);
  }
  return text.hasChanged() ? parseText(tree.fileName, text.toString()) : tree;
}

/** The function that a top-level call of the official SDK is given and that makes a server. */
function inlineFactory(statement: ts.Statement, official: ReturnType<typeof sdkNames>): ts.Expression | undefined {
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) return undefined;
  const isServerClass = (node: ts.Expression): boolean => official.get(node.getText())?.use.endsWith('server') === true;
  let found: ts.Expression | undefined;
  const visit = (node: ts.Node): void => {
    if (found !== undefined || ts.isFunctionLike(node)) return;
    const [argument] = ts.isCallExpression(node) && official.has(bare(node.expression).getText()) ? node.arguments : [];
    const given = argument === undefined ? undefined : bare(argument);
    if (given !== undefined && (ts.isArrowFunction(given) || ts.isFunctionExpression(given)) && makes(given, isServerClass)) found = given;
    else node.forEachChild(visit);
  };
  visit(statement);
  return found;
}

function makes(node: ts.Node, isServerClass: (node: ts.Expression) => boolean): boolean {
  let made = false;
  walk(node, (inner) => {
    if (ts.isNewExpression(inner) && isServerClass(inner.expression)) made = true;
  });
  return made;
}

function freeName(taken: Set<string>): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? 'makeServer' : `makeServer${number}`;
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
}

/** `const x = require('y')` at the top of a module. */
interface Required {
  readonly statement: ts.Statement;
  readonly specifier: string;
  readonly binding: ts.BindingName;
  /** In `__importStar` or `__importDefault`, which tsc writes around packages. */
  readonly wrapped: boolean;
}

/**
 * A CommonJS module as an ES module; every statement keeps its line. Output of `tsc` (`(0, x_1.f)()`, `exports.f = f`, `"use strict"`) is
 * turned back into the source that it was compiled from.
 */
function fromCommonJs(path: string, tree: ts.SourceFile): ts.SourceFile {
  const required = tree.statements.flatMap((statement) => readRequire(statement) ?? []);
  if (required.length === 0 && !tree.statements.some(isExportMark)) return tree;
  const text = new MagicString(tree.text);
  const taken = new Set(tree.statements.flatMap((statement) => declaredNames(statement)));
  for (const item of required) {
    const printed = nameMembers(tree, item, { taken, text }) ?? printImport(item);
    text.overwrite(item.statement.getStart(tree), item.statement.getEnd(), printed);
  }
  for (const statement of tree.statements) rewriteExport(statement, text);
  return parseText(path, text.toString());
}

function readRequire(statement: ts.Statement): Required | undefined {
  if (!ts.isVariableStatement(statement)) return undefined;
  const [declaration, ...more] = statement.declarationList.declarations;
  if (declaration?.initializer === undefined || more.length > 0) return undefined;
  const helper = ts.isCallExpression(declaration.initializer) ? declaration.initializer : undefined;
  const wrapped = helper !== undefined && ['__importDefault', '__importStar'].includes(helper.expression.getText());
  const call = wrapped ? helper.arguments[0] : declaration.initializer;
  if (call === undefined || !ts.isCallExpression(call) || call.expression.getText() !== 'require') return undefined;
  const [specifier] = call.arguments;
  if (specifier === undefined || !ts.isStringLiteral(specifier)) return undefined;
  return { statement, specifier: specifier.text, binding: declaration.name, wrapped };
}

interface Rewriting {
  /** Names of the module. */
  readonly taken: Set<string>;
  readonly text: MagicString;
}

/** `x_1.f` as `f`, where nothing else of the module has that name and `x_1` is used in no other way. */
function nameMembers(
  tree: ts.SourceFile,
  { binding, specifier, statement, wrapped }: Required,
  { taken, text }: Rewriting,
): string | undefined {
  if (wrapped || !ts.isIdentifier(binding)) return undefined;
  const uses: ts.Identifier[] = [];
  walk(tree, (node) => {
    if (isReference(node) && node.text === binding.text && node.pos >= statement.end) uses.push(node);
  });
  const members = uses.flatMap(({ parent }) => (ts.isPropertyAccessExpression(parent) ? [parent] : []));
  const names = new Set(members.map(({ name }) => name.text));
  if (members.length !== uses.length || names.size === 0 || [...names].some((name) => taken.has(name) || name === 'default'))
    return undefined;
  for (const name of names) taken.add(name);
  for (const member of members) text.overwrite(member.getStart(), member.getEnd(), member.name.text);
  return `import { ${[...names].join(', ')} } from ${JSON.stringify(specifier)};`;
}

function printImport({ binding, specifier }: Required): string {
  const from = `from ${JSON.stringify(specifier)};`;
  if (ts.isIdentifier(binding)) return `import * as ${binding.text} ${from}`;
  const names = binding.elements.flatMap((element) =>
    ts.isOmittedExpression(element)
      ? []
      : [element.propertyName === undefined ? element.name.getText() : `${element.propertyName.getText()} as ${element.name.getText()}`],
  );
  return `import { ${names.join(', ')} } ${from}`;
}

const isExportMark = (statement: ts.Statement): boolean =>
  ts.isExpressionStatement(statement) &&
  ['Object.defineProperty(exports', 'exports.'].some((start) => statement.getText().startsWith(start));

/** `exports.f = f` becomes an `export`; markers that tsc writes are removed. */
function rewriteExport(statement: ts.Statement, text: MagicString): void {
  if (!ts.isExpressionStatement(statement)) return;
  const written = statement.getText();
  const { expression } = statement;
  const isMark = ts.isStringLiteral(expression) || written.startsWith('Object.defineProperty(exports');
  const target = ts.isBinaryExpression(expression) ? expression.left : undefined;
  if (isMark || target?.getText() === 'module.exports') text.remove(statement.getStart(), statement.getEnd());
  if (!ts.isBinaryExpression(expression) || target === undefined || !ts.isPropertyAccessExpression(target)) return;
  if (target.expression.getText() !== 'exports') return;
  const { right } = expression;
  const name = target.name.text;
  if (ts.isIdentifier(right))
    text.overwrite(statement.getStart(), statement.getEnd(), `export { ${right.text === name ? name : `${right.text} as ${name}`} };`);
  // `exports.a = exports.b = void 0;` only declares the names.
  else if (/void 0;?$/.test(written)) text.remove(statement.getStart(), statement.getEnd());
  else text.overwrite(statement.getStart(), right.getStart(), `export const ${name} = `);
}
