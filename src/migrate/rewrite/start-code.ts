import { ts } from 'ts-morph';
import { boundNames, isReference, referencesOf, walk } from '../trace/syntax.ts';
import type { ClassifiedStatement } from './classify.ts';

export interface StartedModule {
  /** Statements that stay at the top. */
  readonly top: readonly string[];
  /** Statements of `start()`, which a built server runs once before it answers. */
  readonly start: readonly string[];
}

/**
 * A build loads the modules of a server to read its declarations. What waits, ends the process or runs once at start must not run
 * then: from the first such statement on, all that runs moves into `start()`, in its order.
 */
export function splitStart(statements: readonly ClassifiedStatement[]): StartedModule {
  const exits = exitingFunctions(statements);
  const top: string[] = [];
  const start: string[] = [];
  const late = new Set<string>();
  for (const statement of statements) {
    const { from, mentions, node, use } = statement;
    const isLazy = use === 'import' || use === 'root' || (use === 'declaration' && !ts.isVariableStatement(node));
    const mustWait = waits(node) || endsProcess(node, exits);
    if (isLazy || (use === 'declaration' && !mustWait && !needsLate(node, late))) {
      top.push(from.text);
      continue;
    }
    if (use === 'effect' && !mustWait && start.length === 0 && !from.fromFunction && ![...mentions].some((name) => late.has(name))) {
      top.push(from.text);
      continue;
    }
    if (!ts.isVariableStatement(node)) {
      start.push(from.text);
      continue;
    }
    const { assignments, declaration, names } = splitDeclaration(node);
    for (const name of names) late.add(name);
    top.push(declaration);
    start.push(...assignments);
  }
  return { top, start };
}

/** `const x = await f()` as `let x` and `x = await f()`. */
function splitDeclaration(node: ts.VariableStatement): { names: readonly string[]; declaration: string; assignments: readonly string[] } {
  const { declarations } = node.declarationList;
  const names = declarations.flatMap(({ name }) => boundNames(name));
  const isExported = ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
  const types = new Map(declarations.map(({ name, type }) => [name.getText(), type === undefined ? '' : `: ${type.getText()}`]));
  const assignments = declarations.flatMap(({ initializer, name }) =>
    initializer === undefined
      ? []
      : [
          ts.isObjectBindingPattern(name)
            ? `(${name.getText()} = ${initializer.getText()});`
            : `${name.getText()} = ${initializer.getText()};`,
        ],
  );
  const comments = node
    .getFullText()
    .slice(0, node.getStart() - node.getFullStart())
    .trim();
  const declaration = `${isExported ? 'export ' : ''}let ${names.map((name) => name + (types.get(name) ?? '')).join(', ')};`;
  return { names, declaration: comments === '' ? declaration : `${comments}\n${declaration}`, assignments };
}

/** A walk through what runs when the statement does: not into functions. */
function walkNow(node: ts.Node, visit: (inner: ts.Node) => void): void {
  visit(node);
  node.forEachChild((child) => {
    if (!ts.isFunctionLike(child)) walkNow(child, visit);
  });
}

function waits(node: ts.Node): boolean {
  let found = false;
  walkNow(node, (inner) => {
    if (ts.isAwaitExpression(inner) || (ts.isForOfStatement(inner) && inner.awaitModifier !== undefined)) found = true;
    if (ts.isCallExpression(inner) && ['setInterval', 'setTimeout'].includes(inner.expression.getText())) found = true;
  });
  return found;
}

function endsProcess(node: ts.Node, exits: ReadonlySet<string>): boolean {
  let found = false;
  walkNow(node, (inner) => {
    if (!ts.isCallExpression(inner)) return;
    const callee = inner.expression.getText();
    if (callee === 'process.exit' || exits.has(callee)) found = true;
  });
  return found;
}

/** Functions of the module in which the process may end. */
function exitingFunctions(statements: readonly ClassifiedStatement[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { declares, node } of statements)
    walk(node, (inner) => {
      if (ts.isCallExpression(inner) && inner.expression.getText() === 'process.exit') for (const name of declares) names.add(name);
    });
  return names;
}

/** Whether a declaration's value is made of something that is there only after the start. */
function needsLate(node: ts.Statement, late: ReadonlySet<string>): boolean {
  if (late.size === 0 || ![...referencesOf(node)].some((name) => late.has(name))) return false;
  let needs = false;
  walkNow(node, (inner) => {
    if (isReference(inner) && late.has(inner.text)) needs = true;
  });
  return needs;
}
