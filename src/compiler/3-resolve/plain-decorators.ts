import { ts } from 'ts-morph';
import type { SourceEdit } from '../model/source-edit.ts';
import { importedNames } from './imported-names.ts';

/** Decorators of the SDK that record what they are given beside the class, return nothing and do not read their context. */
const recording = new Set(['Adapter', 'App', 'Plugin', 'Prompt', 'Provider', 'Resource', 'ResourceTemplate', 'Service', 'Skill', 'Tool']);

/**
 * `@Tool({ … }) class A {}` becomes `class A {} Tool({ … })(A);`: the same to a decorator that only records, and without the 2 kB that lower
 * decorators. Classes with anything that could tell the difference stay as they are: other decorators, statics that run code, no name.
 */
export function planPlainDecorators(file: ts.SourceFile): SourceEdit[] {
  const imported = importedNames(file, recording);
  return imported.size === 0
    ? []
    : file.statements.flatMap((statement) => (ts.isClassDeclaration(statement) ? plan(file, statement, imported) : []));
}

function plan(file: ts.SourceFile, declaration: ts.ClassDeclaration, imported: ReadonlySet<string>): SourceEdit[] {
  const [decorator, ...others] = ts.getDecorators(declaration) ?? [];
  const { members, name } = declaration;
  if (decorator === undefined || others.length > 0 || name === undefined || members.some(tellsTheDifference)) return [];
  const { expression } = decorator;
  if (!ts.isCallExpression(expression) || !ts.isIdentifier(expression.expression) || !imported.has(expression.expression.text)) return [];
  const edit = { file: file.fileName, kind: 'plain-decorator' as const };
  const [start, end] = [decorator.getStart(file), decorator.getEnd()];
  return [
    { ...edit, start, end: start + 1, text: ';' },
    { ...edit, start: end, end, text: `(${name.text});`, at: 'after' },
    { ...edit, start, end, text: '', moveTo: declaration.getEnd() },
  ];
}

/** Static code runs after decorators where they are written as such, and a decorated member needs the class's own metadata. */
function tellsTheDifference(member: ts.ClassElement): boolean {
  if (ts.isClassStaticBlockDeclaration(member)) return true;
  if (ts.isPropertyDeclaration(member) && member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword)) return true;
  return ts.canHaveDecorators(member) && (ts.getDecorators(member) ?? []).length > 0;
}
