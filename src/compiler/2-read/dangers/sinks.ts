import { ts } from 'ts-morph';
import type { DangerKind } from '../../model/declarations.ts';
import { follow } from '../follow.ts';
import type { Reading } from '../reading.ts';

/** A call that must not see a client's text as it is, and the argument that must not be it. */
export interface Sink {
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
export function sinksOf(reading: Reading, call: ts.CallExpression): readonly Sink[] {
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
  if (!ts.isIdentifier(callee) && !ts.isPropertyAccessExpression(callee)) return undefined;
  const found = follow(reading, callee);
  if (found?.kind === 'package') return found;
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
