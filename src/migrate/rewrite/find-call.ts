import { ts } from 'ts-morph';
import { walk } from '../trace/syntax.ts';

/** The call of a moved statement that stood at some place of the original one: the same number in the order of calls. */
export function findInStatement(moved: ts.Node, call: ts.CallExpression, statement: ts.Node): ts.CallExpression | undefined {
  return callsIn(moved)[callsIn(statement).indexOf(call)];
}

function callsIn(node: ts.Node): readonly ts.CallExpression[] {
  const calls: ts.CallExpression[] = [];
  walk(node, (inner) => {
    if (ts.isCallExpression(inner)) calls.push(inner);
  });
  return calls;
}

/** The `new` expression of a module's flattened statements that stood at some place of the original ones. */
export function findInNew(moved: readonly ts.Node[], original: ts.Node, construction: ts.NewExpression): ts.NewExpression | undefined {
  const written = construction.getText();
  return (
    moved.flatMap((node) => constructionsIn(node)).find((node) => node.getText() === written) ??
    constructionsIn(original).find((node) => node === construction)
  );
}

function constructionsIn(node: ts.Node): readonly ts.NewExpression[] {
  const found: ts.NewExpression[] = [];
  walk(node, (inner) => {
    if (ts.isNewExpression(inner)) found.push(inner);
  });
  return found;
}
