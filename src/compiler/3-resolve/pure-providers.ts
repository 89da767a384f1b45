import { ts } from 'ts-morph';
import type { SourceEdit } from '../model/source-edit.ts';
import { importedNames } from './imported-names.ts';

/** Functions of the SDK that only put a record together. */
const pure: ReadonlySet<string> = new Set(['AsyncProvider']);

/** Marks records of providers as free of effects: one that nobody uses leaves the bundle, and what its factory imports goes with it. */
export function planPureProviders(file: ts.SourceFile): SourceEdit[] {
  const imported = importedNames(file, pure);
  if (imported.size === 0) return [];
  const declared = file.statements.flatMap((statement) =>
    ts.isVariableStatement(statement) ? statement.declarationList.declarations : [],
  );
  return declared.flatMap(({ initializer }) => {
    if (initializer === undefined || !ts.isCallExpression(initializer)) return [];
    const { expression } = initializer;
    if (!ts.isIdentifier(expression) || !imported.has(expression.text)) return [];
    const start = initializer.getStart(file);
    return [{ file: file.fileName, kind: 'pure-provider' as const, start, end: start, text: '/* @__PURE__ */ ' }];
  });
}
