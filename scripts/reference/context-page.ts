import { join } from 'node:path';
import { Node, Project, Scope } from 'ts-morph';
import type { ClassDeclaration, JSDocableNode } from 'ts-morph';
import { code, page, table } from './markdown.ts';

/** The classes whose members an entry uses, the shared ones first. */
const classes = [
  ['execution-context.ts', 'ExecutionContextBase', 'Of every entry'],
  ['asking-context.ts', 'AskingContext', 'Of tools and prompts'],
  ['tool-context.ts', 'ToolContext', 'Of tools'],
  ['resource-context.ts', 'ReadableContext', 'Of resources and templates'],
  ['resource-context.ts', 'ResourceTemplateContext', 'Of templates'],
  ['prompt-context.ts', 'PromptContext', 'Of prompts'],
] as const;

/** The members of `this` in `execute`, and of `ctx` in functions. */
export function contextPage(root: string): string {
  const project = new Project({ compilerOptions: { allowJs: false }, skipLoadingLibFiles: true });
  const parts = classes.map(([file, name, title]) => {
    const source = project.addSourceFileAtPath(join(root, 'src/runtime/define', file));
    return `## ${title}\n\n${table(['member', 'meaning'], membersOf(source.getClassOrThrow(name)))}`;
  });
  return page('Context', 'The members of `this` in the `execute` of a class, and of `ctx` in the function of a builder.', parts);
}

function membersOf(declaration: ClassDeclaration): string[][] {
  return declaration.getInstanceMembers().flatMap((member) => {
    if (Node.isParameterDeclaration(member) || Node.isSetAccessorDeclaration(member)) return [];
    const name = member.getName();
    if (member.getScope() !== Scope.Public || name.startsWith('#') || name.startsWith('[') || isInternal(member)) return [];
    const parameters = Node.isMethodDeclaration(member)
      ? `(${member
          .getParameters()
          .map((parameter) => parameter.getText())
          .join(', ')})`
      : '';
    const type = (Node.isPropertyDeclaration(member) ? member.getTypeNode() : member.getReturnTypeNode())?.getText();
    return [[code(`${name}${parameters}${type === undefined ? '' : `: ${type}`}`), textOf(member)]];
  });
}

const isInternal = (node: JSDocableNode): boolean =>
  node.getJsDocs().some((doc) => doc.getTags().some((tag) => tag.getTagName() === 'internal'));

const textOf = (node: JSDocableNode): string =>
  node
    .getJsDocs()
    .map((doc) => doc.getDescription().trim())
    .join(' ');
