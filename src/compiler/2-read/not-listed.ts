import { ts } from 'ts-morph';
import { type Diagnostic, diagnose } from '../diagnostics/index.ts';
import { sdkNameOf } from './follow.ts';
import { type Reading, spanOf } from './reading.ts';

/** The list that an item of each decorator and builder belongs to. */
const lists: Readonly<Record<string, string>> = {
  App: 'apps',
  Tool: 'tools',
  Resource: 'resources',
  ResourceTemplate: 'resources',
  Prompt: 'prompts',
  Provider: 'providers',
  Plugin: 'plugins',
  Adapter: 'adapters',
  Skill: 'skills',
  app: 'apps',
  tool: 'tools',
  resource: 'resources',
  resourceTemplate: 'resources',
  prompt: 'prompts',
  skill: 'skills',
};

interface Listable {
  readonly name: ts.Identifier;
  readonly list: string;
  readonly span: ts.Node;
}

/**
 * Declarations that no expression of the project names, so that no list can hold them. Files that nothing imports count too, unless one of
 * them has a server of its own, which may be what lists them.
 */
export function notListed(
  reading: Reading,
  files: readonly ts.SourceFile[],
  isTest: (file: ts.SourceFile) => boolean,
): readonly Diagnostic[] {
  const others = reading.ownFiles.filter((file) => !file.isDeclarationFile && !files.includes(file) && !isTest(file));
  const hasOtherServer = others.some((file) =>
    file.statements.some((one) => ts.isClassDeclaration(one) && calledAs(reading, one) === 'Service'),
  );
  const found = (hasOtherServer ? files : [...files, ...others]).flatMap((file) =>
    file.statements.flatMap((one) => listablesOf(reading, one)),
  );
  if (found.length === 0) return [];
  const named = namesUsed(reading.ownFiles);
  return found
    .filter(({ name }) => !named.has(name.text))
    .map(({ list, name, span }) => diagnose('not-listed', { name: name.text, list }, { span: spanOf(reading, span) }));
}

/** A default export has another name wherever it is imported. */
function listablesOf(reading: Reading, statement: ts.Statement): readonly Listable[] {
  if (ts.isClassDeclaration(statement)) {
    const list = lists[calledAs(reading, statement) ?? ''];
    const isDefault = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) === true;
    const [decorator] = ts.getDecorators(statement) ?? [];
    if (list === undefined || isDefault || statement.name === undefined || decorator === undefined) return [];
    return [{ name: statement.name, list, span: decorator }];
  }
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap(({ initializer, name }): Listable[] => {
    if (initializer === undefined || !ts.isCallExpression(initializer) || !ts.isIdentifier(name)) return [];
    const inner = ts.isCallExpression(initializer.expression) ? initializer.expression : initializer;
    const list = lists[sdkNameOf(reading, inner.expression) ?? ''];
    return list === undefined ? [] : [{ name, list, span: inner }];
  });
}

function calledAs(reading: Reading, declaration: ts.ClassDeclaration): string | undefined {
  for (const { expression } of ts.getDecorators(declaration) ?? []) {
    const name = sdkNameOf(reading, ts.isCallExpression(expression) ? expression.expression : expression);
    if (name !== undefined) return name;
  }
  return undefined;
}

/** Names that expressions use, and those that imports and exports change. */
function namesUsed(files: readonly ts.SourceFile[]): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return renamed(node);
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
    if (ts.isIdentifier(node) && !isOwnName(node)) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  const renamed = (node: ts.Node): void => {
    if ((ts.isImportSpecifier(node) || ts.isExportSpecifier(node)) && node.propertyName !== undefined) names.add(node.propertyName.text);
    ts.forEachChild(node, renamed);
  };
  for (const file of files) visit(file);
  return names;
}

const isOwnName = (node: ts.Identifier): boolean =>
  (ts.isClassDeclaration(node.parent) || ts.isVariableDeclaration(node.parent)) && node.parent.name === node;
