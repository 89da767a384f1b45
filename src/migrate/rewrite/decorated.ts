import { packageOf } from '../../std/paths.ts';
import MagicString from 'magic-string';
import { ts } from 'ts-morph';
import { isOfficial } from '../read/sdk-names.ts';
import { lineOfNode, type SourceModule } from '../read/source-module.ts';
import { isReference, walk } from '../trace/syntax.ts';
import type { EntryKind } from '../trace/traced.ts';
import type { MigratedEntry } from './declared.ts';

/** Names that servers in decorated style take from their package. */
const styleNames = new Set([
  'App',
  'Tool',
  'ToolContext',
  'Resource',
  'ResourceContext',
  'ResourceTemplate',
  'ResourceTemplateContext',
  'Prompt',
  'PromptContext',
  'Plugin',
  'Provider',
  'Adapter',
  'app',
  'tool',
  'resource',
  'resourceTemplate',
  'prompt',
]);
const minStyleNames = 2;

const kinds: Readonly<Record<string, EntryKind>> = {
  Tool: 'tool',
  tool: 'tool',
  Resource: 'resource',
  ResourceTemplate: 'resource',
  resource: 'resource',
  resourceTemplate: 'resource',
  Prompt: 'prompt',
  prompt: 'prompt',
};

/** A server in decorated style under another package's name. */
export interface DecoratedServer {
  readonly packageName: string;
  readonly module: SourceModule;
  readonly decorator: ts.CallExpression;
}

/** The class whose decorator says `info`, where its package is one of that style. */
export function findDecorated(modules: readonly SourceModule[]): readonly DecoratedServer[] {
  const packageName = modules.flatMap((module) => stylePackages(module)).at(0);
  if (packageName === undefined) return [];
  return modules.flatMap((module) =>
    decoratorsOf(module).flatMap((decorator) => {
      const [options] = decorator.arguments;
      const isServer =
        options !== undefined && ts.isObjectLiteralExpression(options) && options.properties.some(({ name }) => name?.getText() === 'info');
      return isServer ? [{ packageName, module, decorator }] : [];
    }),
  );
}

function stylePackages({ tree }: SourceModule): readonly string[] {
  return tree.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
    const { text } = statement.moduleSpecifier;
    const named = statement.importClause?.namedBindings;
    if (text.startsWith('.') || isOfficial(text) || named === undefined || !ts.isNamedImports(named)) return [];
    const known = named.elements.filter(({ name, propertyName }) => styleNames.has((propertyName ?? name).text));
    return known.length >= minStyleNames ? [packageOf(text)] : [];
  });
}

function decoratorsOf({ tree }: SourceModule): readonly ts.CallExpression[] {
  const found: ts.CallExpression[] = [];
  walk(tree, (node) => {
    if (ts.isDecorator(node) && ts.isCallExpression(node.expression)) found.push(node.expression);
  });
  return found;
}

/** The module with our package in the place of the other one, and `Service` in the place of its decorator of servers. */
export function renameStyle(module: SourceModule, { decorator, packageName }: DecoratedServer): string {
  const text = new MagicString(module.tree.text);
  const serverName = decorator.expression.getText();
  for (const statement of module.tree.statements) {
    const from = (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) && statement.moduleSpecifier;
    if (!from || !ts.isStringLiteral(from) || packageOf(from.text) !== packageName) continue;
    text.overwrite(from.getStart(), from.getEnd(), `'@service/sdk${from.text.slice(packageName.length)}'`);
  }
  walk(module.tree, (node) => {
    if (!ts.isIdentifier(node) || node.text !== serverName || serverName === 'Service') return;
    if (ts.isImportSpecifier(node.parent) || isReference(node)) text.overwrite(node.getStart(), node.getEnd(), 'Service');
  });
  return text.toString();
}

/** Decorated classes and builders, for the report. */
export function decoratedEntries(module: SourceModule, path: string): readonly MigratedEntry[] {
  const entries: MigratedEntry[] = [];
  walk(module.tree, (node) => {
    if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return;
    const kind = kinds[node.expression.text];
    const [options] = node.arguments;
    if (kind === undefined || options === undefined || !ts.isObjectLiteralExpression(options)) return;
    const name = options.properties.find((property) => property.name?.getText() === 'name');
    const value =
      name !== undefined && ts.isPropertyAssignment(name) && ts.isStringLiteralLike(name.initializer) ? name.initializer.text : '';
    entries.push({ kind, name: value, symbol: holderOf(node), file: path, line: lineOfNode(node) });
  });
  return entries;
}

/** Name of the class or constant that an entry is. */
function holderOf(node: ts.Node): string {
  for (let outer: ts.Node = node.parent; !ts.isSourceFile(outer); outer = outer.parent)
    if ((ts.isClassDeclaration(outer) || ts.isVariableDeclaration(outer)) && outer.name !== undefined) return outer.name.getText();
  return '';
}
