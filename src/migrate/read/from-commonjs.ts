import MagicString from 'magic-string';
import { ts } from 'ts-morph';
import { declaredNames, isReference, walk } from '../trace/syntax.ts';
import { parseText } from './source-module.ts';

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
export function fromCommonJs(path: string, tree: ts.SourceFile): ts.SourceFile {
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
