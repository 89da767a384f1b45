import { ts } from 'ts-morph';
import type { EnvironmentSources } from '../model/environment-sources.ts';
import type { Span } from '../model/span.ts';
import { type Reading, spanOf } from './reading.ts';

interface Found {
  readonly reading: Reading;
  readonly reads: Map<string, { readonly span: Span; readonly atTop: boolean }>;
  whole: Span | undefined;
}

/** Variables that the project's files read, with their spans. */
export function readEnvironment(reading: Reading, files: readonly ts.SourceFile[]): EnvironmentSources {
  const found: Found = { reading, reads: new Map(), whole: undefined };
  if (files.some(({ text }) => text.includes('process')))
    for (const file of files) if (file.text.includes('env')) walk(file, true, (node, atTop) => noteRead(found, node, atTop));
  return { reads: new Map([...found.reads].map(([name, { span }]) => [name, span])), whole: found.whole };
}

function walk(node: ts.Node, atTop: boolean, visit: (node: ts.Node, atTop: boolean) => void): void {
  visit(node, atTop);
  const inner = atTop && !ts.isFunctionLike(node);
  ts.forEachChild(node, (child) => walk(child, inner, visit));
}

const isEnvironment = (node: ts.Node): boolean =>
  ts.isPropertyAccessExpression(node) &&
  node.name.text === 'env' &&
  (isName(node.expression, 'process') ||
    // globalThis.process.env
    (ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === 'process'));

const isName = (node: ts.Node, text: string): boolean => ts.isIdentifier(node) && node.text === text;

/** `process.env.NAME` and `process.env['NAME']`. */
function variableOf(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node) && isEnvironment(node.expression)) return node.name.text;
  if (ts.isElementAccessExpression(node) && isEnvironment(node.expression) && ts.isStringLiteralLike(node.argumentExpression))
    return node.argumentExpression.text;
  return undefined;
}

function noteRead(found: Found, node: ts.Node, atTop: boolean): void {
  const name = variableOf(node);
  if (name !== undefined) {
    noteName(found, name, { node, atTop });
    return;
  }
  if (!isEnvironment(node) || variableOf(node.parent) !== undefined) return;
  const { parent } = node;
  if (ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name)) {
    for (const element of parent.name.elements) {
      const key = element.propertyName ?? element.name;
      if (!ts.isIdentifier(key) || element.dotDotDotToken !== undefined) continue;
      noteName(found, key.text, { node: element, atTop });
    }
    return;
  }
  if (atTop || found.whole === undefined) found.whole = spanOf(found.reading, node);
}

function noteName(found: Found, name: string, { node, atTop }: { readonly node: ts.Node; readonly atTop: boolean }): void {
  const known = found.reads.get(name);
  if (known === undefined || (atTop && !known.atTop)) found.reads.set(name, { span: spanOf(found.reading, node), atTop });
}
