import MagicString from 'magic-string';
import { ts } from 'ts-morph';
import { bare, declaredNames, walk } from '../trace/syntax.ts';
import { sdkNames } from './sdk-names.ts';
import { parseText } from './source-module.ts';

/**
 * `serveStdio(() => { … })` as `const makeServer = () => { … }; serveStdio(makeServer)`, with every line where it was: 2.x takes functions
 * that make a server, and a function that makes one is read by its name.
 */
export function nameFactories(tree: ts.SourceFile): ts.SourceFile {
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
