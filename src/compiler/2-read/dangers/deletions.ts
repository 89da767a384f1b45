import { ts } from 'ts-morph';

/** Packages whose functions delete a folder with all it holds. */
const deleters: Readonly<Record<string, ReadonlySet<string>>> = {
  rimraf: new Set(['default', 'rimraf', 'rimrafSync', 'sync', 'manual', 'native']),
  del: new Set(['default', 'deleteAsync', 'deleteSync']),
  'fs-extra': new Set(['remove', 'removeSync', 'emptyDir', 'emptyDirSync', 'emptydir', 'emptydirSync']),
};

/** A function of Node or of a package, by the names that it was imported by. */
export interface NamedFunction {
  readonly module: string;
  readonly name: string;
}

/** The argument that says which folder a call deletes with all it holds; undefined for other calls. */
export function deletedBy({ module, name }: NamedFunction, { arguments: given }: ts.CallExpression): ts.Expression | undefined {
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
