import MagicString from 'magic-string';
import { ts } from 'ts-morph';
import { parseText } from './source-module.ts';

/** `const x = require('y')` at the top of a module. */
interface Required {
  readonly statement: ts.Statement;
  readonly specifier: string;
  readonly binding: ts.BindingName;
  /** `require('y').default`, or `__importDefault(require('y'))`. */
  readonly standard: boolean;
}

/**
 * A CommonJS module as an ES module, with every line where it was. What `tsc` writes (`(0, x.f)()`, `exports.f = f`, `__importDefault`)
 * becomes what it was made of.
 */
export function fromCommonJs(path: string, tree: ts.SourceFile): ts.SourceFile {
  const required = tree.statements.flatMap((statement) => readRequire(statement) ?? []);
  if (required.length === 0) return tree;
  const text = new MagicString(tree.text);
  for (const item of required) text.overwrite(item.statement.getStart(tree), item.statement.getEnd(), printImport(item));
  for (const statement of tree.statements) rewriteExport(statement, text);
  return parseText(path, text.toString());
}

function readRequire(statement: ts.Statement): Required | undefined {
  if (!ts.isVariableStatement(statement)) return undefined;
  const [declaration, ...more] = statement.declarationList.declarations;
  if (declaration?.initializer === undefined || more.length > 0) return undefined;
  const helper = ts.isCallExpression(declaration.initializer) ? declaration.initializer : undefined;
  const wrapped = helper !== undefined && /^__import(?:Default|Star)$/.test(helper.expression.getText());
  const call = wrapped ? helper.arguments[0] : declaration.initializer;
  if (call === undefined || !ts.isCallExpression(call) || call.expression.getText() !== 'require') return undefined;
  const [specifier] = call.arguments;
  if (specifier === undefined || !ts.isStringLiteral(specifier)) return undefined;
  const standard = wrapped && helper.expression.getText() === '__importDefault';
  return { statement, specifier: specifier.text, binding: declaration.name, standard };
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

/** `exports.f = f` says what `export` says; nothing else of `exports` is left. */
function rewriteExport(statement: ts.Statement, text: MagicString): void {
  const isDefinition = ts.isExpressionStatement(statement) && statement.getText().startsWith('Object.defineProperty(exports');
  const isAssignment =
    ts.isExpressionStatement(statement) &&
    ts.isBinaryExpression(statement.expression) &&
    /^(?:module\.)?exports\b/.test(statement.expression.left.getText());
  if (isDefinition || isAssignment) text.remove(statement.getStart(), statement.getEnd());
}
