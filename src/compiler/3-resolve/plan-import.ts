import { lineEndOf } from '../../std/texts.ts';
import { ts } from 'ts-morph';
import { type TextInsert } from './append-item.ts';

interface Wanted {
  readonly symbol: string;
  /** Without an ending. */
  readonly module: string;
  /** Of relative imports, where the file shows none. */
  readonly ending: string;
}

type ImportPlan =
  | { readonly kind: 'ready'; readonly inserts: readonly TextInsert[] }
  /** Another thing of this name is in scope. */
  | { readonly kind: 'taken'; readonly by: ts.Node };

/** An import behind the last one, in the quotes, with the ending and the semicolon that the file's others have. */
export function planImport(source: ts.SourceFile, wanted: Wanted): ImportPlan {
  const imports = source.statements.filter((statement) => ts.isImportDeclaration(statement));
  for (const statement of source.statements) {
    const name = declaredName(statement, wanted.symbol);
    if (name !== undefined) return { kind: 'taken', by: name };
  }
  for (const statement of imports) {
    const local = localName(statement, wanted.symbol);
    if (local === undefined) continue;
    return withoutEnding(specifierOf(statement)) === wanted.module ? { kind: 'ready', inserts: [] } : { kind: 'taken', by: local };
  }
  const last = imports.at(-1);
  const relative = imports.map(specifierOf).findLast((specifier) => specifier.startsWith('.'));
  const ending = relative === undefined ? wanted.ending : (/\.[cm]?[jt]s$/.exec(relative)?.[0] ?? '');
  const quote = last?.moduleSpecifier.getText(source).startsWith('"') === true ? '"' : "'";
  const semicolon = last === undefined || last.getText(source).endsWith(';') ? ';' : '';
  const text = `import { ${wanted.symbol} } from ${quote}${wanted.module}${ending}${quote}${semicolon}`;
  const eol = lineEndOf(source.text);
  if (last !== undefined) return { kind: 'ready', inserts: [{ at: last.getEnd(), text: `${eol}${text}` }] };
  return { kind: 'ready', inserts: [{ at: source.statements[0]?.getStart(source) ?? 0, text: `${text}${eol}` }] };
}

const specifierOf = ({ moduleSpecifier }: ts.ImportDeclaration): string =>
  ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : '';

const withoutEnding = (specifier: string): string => specifier.replace(/\.[cm]?[jt]s$/, '');

function localName({ importClause }: ts.ImportDeclaration, name: string): ts.Node | undefined {
  const bindings = importClause?.namedBindings;
  const named = bindings === undefined ? [] : ts.isNamespaceImport(bindings) ? [bindings.name] : bindings.elements.map((one) => one.name);
  return [...(importClause?.name === undefined ? [] : [importClause.name]), ...named].find((node) => node.text === name);
}

function declaredName(statement: ts.Statement, name: string): ts.Node | undefined {
  const declarations = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [statement];
  return declarations
    .map((one) => ('name' in one ? (one.name as ts.Node | undefined) : undefined))
    .find((node) => node !== undefined && ts.isIdentifier(node) && node.text === name);
}
