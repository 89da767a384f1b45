import { ts } from 'ts-morph';
import type { Danger, DangerKind } from '../../model/declarations.ts';
import { followPackage, functionOf } from '../follow.ts';
import { type Reading, spanOf } from '../reading.ts';

/** How deep calls to the project's own functions are followed. */
const deepest = 3;

/** Calls in a class's `execute` that pass client input unchecked to a shell, a database or the file system. */
export function dangersOfClass(reading: Reading, chain: readonly ts.ClassLikeDeclaration[]): readonly Danger[] {
  const execute = chain.flatMap(({ members }) => [...members]).find((member) => member.name?.getText() === 'execute');
  return execute !== undefined && ts.isMethodDeclaration(execute)
    ? inspect(reading, { declaration: execute, tainted: [0, 1], depth: 0 })
    : [];
}

/** Dangers in the handler of a builder. */
export function dangersOfHandler(reading: Reading, handler: ts.Expression | undefined): readonly Danger[] {
  const declaration = handler === undefined ? undefined : functionOf(reading, handler);
  return declaration === undefined ? [] : inspect(reading, { declaration, tainted: [0], depth: 0 });
}

interface Inspected {
  readonly declaration: ts.FunctionLikeDeclaration;
  /** Indexes of the parameters with client input. */
  readonly tainted: readonly number[];
  readonly depth: number;
}

function inspect(reading: Reading, { declaration, depth, tainted }: Inspected): readonly Danger[] {
  if (declaration.body === undefined) return [];
  const names = new Set<ts.Symbol>();
  for (const index of tainted) {
    const parameter = declaration.parameters[index];
    if (parameter !== undefined) addNames(reading, parameter.name, names);
  }
  const scan = new Scan(reading, names, depth);
  scan.read(declaration.body);
  return scan.dangers;
}

function addNames(reading: Reading, name: ts.BindingName, names: Set<ts.Symbol>): void {
  if (ts.isIdentifier(name)) {
    const symbol = reading.checker.getSymbolAtLocation(name);
    if (symbol !== undefined) names.add(symbol);
    return;
  }
  for (const element of name.elements) if (!ts.isOmittedExpression(element)) addNames(reading, element.name, names);
}

/** Walks in source order, so that assignments to a name are known before its uses. */
class Scan {
  readonly dangers: Danger[] = [];
  readonly #reading: Reading;
  readonly #tainted: Set<ts.Symbol>;
  readonly #depth: number;

  constructor(reading: Reading, tainted: Set<ts.Symbol>, depth: number) {
    this.#reading = reading;
    this.#tainted = tainted;
    this.#depth = depth;
  }

  read(node: ts.Node): void {
    if (ts.isVariableDeclaration(node) && node.initializer !== undefined && this.#isTainted(node.initializer))
      addNames(this.#reading, node.name, this.#tainted);
    if (ts.isIfStatement(node)) this.#believeCheck(node);
    ts.forEachChild(node, (child) => this.read(child));
    if (ts.isCallExpression(node)) this.#readCall(node);
  }

  #readCall(call: ts.CallExpression): void {
    const sinks = sinksOf(this.#reading, call);
    for (const { argument, kind, call: text } of sinks) {
      const isFromClient = this.#isTainted(argument);
      if (isFromClient || kind === 'deletion') this.dangers.push({ kind, call: text, span: spanOf(this.#reading, argument), isFromClient });
    }
    if (sinks.length > 0 || this.#depth >= deepest) return;
    const tainted = call.arguments.flatMap((argument, index) => (this.#isTainted(argument) ? [index] : []));
    if (tainted.length === 0 || !ts.isIdentifier(call.expression)) return;
    const declaration = functionOf(this.#reading, call.expression);
    if (declaration !== undefined && !declaration.getSourceFile().isDeclarationFile)
      this.dangers.push(...inspect(this.#reading, { declaration, tainted, depth: this.#depth + 1 }));
  }

  /** `if (!path.startsWith(root)) throw …`: a comparison that throws counts as a check. */
  #believeCheck({ expression, thenStatement }: ts.IfStatement): void {
    const leaves = ts.isBlock(thenStatement) ? thenStatement.statements.at(-1) : thenStatement;
    if (leaves === undefined || !(ts.isThrowStatement(leaves) || ts.isReturnStatement(leaves))) return;
    const visit = (node: ts.Node): void => {
      if (ts.isIdentifier(node)) {
        const symbol = this.#reading.checker.getSymbolAtLocation(node);
        if (symbol !== undefined) this.#tainted.delete(symbol);
      }
      ts.forEachChild(node, visit);
    };
    visit(expression);
  }

  /** A client's text, or text made of it. Numbers, flags and choices of a list cannot carry a command. */
  #isTainted(expression: ts.Expression): boolean {
    if (!this.#carries(expression)) return false;
    const type = this.#reading.checker.getTypeAtLocation(expression);
    const parts = type.isUnion() ? type.types : [type];
    const harmless = ts.TypeFlags.NumberLike | ts.TypeFlags.BooleanLike | ts.TypeFlags.BigIntLike | ts.TypeFlags.StringLiteral;
    const nothing = ts.TypeFlags.Undefined | ts.TypeFlags.Null;
    return parts.some(({ flags }) => (flags & (harmless | nothing)) === 0);
  }

  #carries(node: ts.Expression): boolean {
    if (ts.isIdentifier(node)) {
      const symbol = this.#reading.checker.getSymbolAtLocation(node);
      return symbol !== undefined && this.#tainted.has(symbol);
    }
    if (ts.isPropertyAccessExpression(node)) return isOwnInput(node) || this.#carries(node.expression);
    if (ts.isElementAccessExpression(node) || ts.isNonNullExpression(node) || ts.isParenthesizedExpression(node) || ts.isAsExpression(node))
      return this.#carries(node.expression);
    if (ts.isAwaitExpression(node) || ts.isSpreadElement(node)) return this.#carries(node.expression);
    if (ts.isTemplateExpression(node)) return node.templateSpans.some(({ expression }) => this.#isTainted(expression));
    if (ts.isBinaryExpression(node)) return this.#isTainted(node.left) || this.#isTainted(node.right);
    if (ts.isConditionalExpression(node)) return this.#isTainted(node.whenTrue) || this.#isTainted(node.whenFalse);
    if (ts.isArrayLiteralExpression(node)) return node.elements.some((element) => this.#isTainted(element));
    return ts.isCallExpression(node) && this.#callCarries(node);
  }

  /** Text methods and path joins pass their arguments on; any other function is assumed to check them. */
  #callCarries({ arguments: given, expression }: ts.CallExpression): boolean {
    const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : ts.isIdentifier(expression) ? expression.text : '';
    if (ts.isPropertyAccessExpression(expression) && textMethods.has(name) && this.#isTainted(expression.expression)) return true;
    return (joiners.has(name) || name === 'String' || name === 'concat') && given.some((argument) => this.#isTainted(argument));
  }
}

const textMethods = new Set([
  'trim',
  'trimStart',
  'trimEnd',
  'toLowerCase',
  'toUpperCase',
  'toString',
  'concat',
  'join',
  'slice',
  'replace',
]);
const joiners = new Set(['join', 'resolve', 'normalize']);

const isOwnInput = (node: ts.PropertyAccessExpression): boolean =>
  node.expression.kind === ts.SyntaxKind.ThisKeyword && node.name.text === 'input';

/** A call that must not see a client's text as it is, and the argument that must not be it. */
interface Sink {
  readonly kind: DangerKind;
  /** As written, for the message. */
  readonly call: string;
  readonly argument: ts.Expression;
}

const shells = new Set(['exec', 'execSync']);
const starters = new Set(['spawn', 'spawnSync', 'execFile', 'execFileSync', 'fork']);
const files = new Set(
  'readFile writeFile appendFile unlink rm rmdir mkdir readdir open copyFile rename stat lstat access chmod cp truncate createReadStream createWriteStream symlink link realpath opendir exists'.split(
    ' ',
  ),
);
const queries = new Set([
  'query',
  'execute',
  'exec',
  'run',
  'all',
  'get',
  'prepare',
  'raw',
  'unsafe',
  '$queryRawUnsafe',
  '$executeRawUnsafe',
]);

/** Words that a statement begins with; a text that merely holds one is prose. */
const statement = /^\s*(?:select|insert|update|delete|replace|create|drop|alter|truncate|pragma|with|merge|grant|call)\s/i;

/** What a call would do with each dangerous argument; empty for a harmless call. */
function sinksOf(reading: Reading, call: ts.CallExpression): readonly Sink[] {
  const [first, second, third] = call.arguments;
  if (first === undefined) return [];
  const text = call.expression.getText();
  const found = packageNameOf(reading, call.expression);
  const deleted = found === undefined ? undefined : deletedBy(found, call);
  if (deleted !== undefined) return [{ kind: 'deletion', call: text, argument: deleted }];
  if (found !== undefined && /^(?:node:)?child_process$/.test(found.module)) {
    if (shells.has(found.name)) return [{ kind: 'shell', call: text, argument: first }];
    if (!starters.has(found.name)) return [];
    const program: Sink = { kind: 'shell', call: text, argument: first };
    const viaShell = [second, third].some((option) => option !== undefined && startsShell(option));
    return viaShell && second !== undefined ? [program, { kind: 'shell', call: text, argument: second }] : [program];
  }
  if (found !== undefined && /^(?:node:)?fs(?:\/promises)?$/.test(found.module)) {
    return files.has(found.name.replace(/Sync$/, '')) ? [{ kind: 'path', call: text, argument: first }] : [];
  }
  return isQuery(call.expression) && statement.test(beginningOf(first)) ? [{ kind: 'sql', call: text, argument: first }] : [];
}

/** The module and the exported name behind `exec`, `fs.readFile`, `fs.promises.readFile`. */
function packageNameOf(reading: Reading, callee: ts.Expression): { readonly module: string; readonly name: string } | undefined {
  const found = followPackage(reading, callee);
  if (found !== undefined) return found;
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  // `import fs from 'node:fs'`, `import { promises as fs } from 'node:fs'`, `fs.promises.…`.
  const owner = packageNameOf(reading, callee.expression);
  return owner === undefined ? undefined : { module: owner.module, name: callee.name.text };
}

const startsShell = (options: ts.Expression): boolean =>
  ts.isObjectLiteralExpression(options) &&
  options.properties.some(
    (property) =>
      ts.isPropertyAssignment(property) && property.name.getText() === 'shell' && property.initializer.kind !== ts.SyntaxKind.FalseKeyword,
  );

const isQuery = (callee: ts.Expression): boolean => ts.isPropertyAccessExpression(callee) && queries.has(callee.name.text);

/** The text that an expression certainly begins with. */
function beginningOf(expression: ts.Expression): string {
  if (ts.isStringLiteralLike(expression)) return expression.text;
  if (ts.isTemplateExpression(expression)) return expression.head.text;
  if (ts.isParenthesizedExpression(expression)) return beginningOf(expression.expression);
  return ts.isBinaryExpression(expression) ? beginningOf(expression.left) : '';
}

/** Packages whose functions delete a folder with all it holds. */
const deleters: Readonly<Record<string, ReadonlySet<string>>> = {
  rimraf: new Set(['default', 'rimraf', 'rimrafSync', 'sync', 'manual', 'native']),
  del: new Set(['default', 'deleteAsync', 'deleteSync']),
  'fs-extra': new Set(['remove', 'removeSync', 'emptyDir', 'emptyDirSync', 'emptydir', 'emptydirSync']),
};

/** A function of Node or of a package, by the names that it was imported by. */
interface NamedFunction {
  readonly module: string;
  readonly name: string;
}

/** The argument that says which folder a call deletes with all it holds; undefined for other calls. */
function deletedBy({ module, name }: NamedFunction, { arguments: given }: ts.CallExpression): ts.Expression | undefined {
  const [first, second] = given;
  if (deleters[module]?.has(name) === true) return first;
  const plain = name.replace(/Sync$/, '');
  if (/^(?:node:)?fs(?:\/promises)?$|^fs-extra$/.test(module))
    return (plain === 'rm' || plain === 'rmdir') && given.slice(1).some(isRecursive) ? first : undefined;
  if (!/^(?:node:)?child_process$/.test(module) || first === undefined) return undefined;
  if (plain === 'exec') return deletes(textOf(first)) ? first : undefined;
  return second !== undefined && textOf(first) === 'rm' && deletes(`rm ${wordsOf(second)}`) ? second : undefined;
}

const isRecursive = (options: ts.Expression): boolean =>
  ts.isObjectLiteralExpression(options) &&
  options.properties.some(
    (property) =>
      ts.isPropertyAssignment(property) &&
      property.name.getText() === 'recursive' &&
      property.initializer.kind === ts.SyntaxKind.TrueKeyword,
  );

/** `rm -rf`, `rm -r`, `rm --recursive`, `rmdir /s`, `Remove-Item -Recurse` */
const deletes = (command: string): boolean =>
  /\brm\s+(?:-\S+\s+)*(?:-[a-z]*r[a-z]*|--recursive)\b/i.test(command) || /\brmdir\s+\/s\b|\bRemove-Item\b.*-Recurse\b/i.test(command);

/** The text of a literal without its substitutions. */
function textOf(expression: ts.Expression): string {
  if (ts.isStringLiteralLike(expression)) return expression.text;
  if (ts.isTemplateExpression(expression))
    return expression.head.text + expression.templateSpans.map(({ literal }) => ` ${literal.text}`).join('');
  if (ts.isBinaryExpression(expression)) return `${textOf(expression.left)} ${textOf(expression.right)}`;
  return '';
}

const wordsOf = (list: ts.Expression): string => (ts.isArrayLiteralExpression(list) ? list.elements.map(textOf).join(' ') : '');
