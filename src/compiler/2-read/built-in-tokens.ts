import { ts } from 'ts-morph';

/** Tokens of `@service/sdk` that need no provider. */
const builtInTokens: ReadonlySet<string> = new Set(['SERVICE_CONTEXT', 'ServiceLogger']);

/** The built-in tokens that files name outside of types, under whatever name they are imported. */
export function builtInTokensOf(files: readonly ts.SourceFile[]): readonly string[] {
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
