import { Node, Project, Scope, type ClassDeclaration, type JSDocableNode } from 'ts-morph';

export interface HoverTexts {
  /** Percent of the members of the interfaces that options are read from, but refused ones. */
  readonly options: number;
  /** Percent of the public members of the classes that entries extend. */
  readonly context: number;
  /** Percent of what the folder of authors' types exports. */
  readonly exports: number;
}

/** How much of what authors write an editor explains, in percent. */
export function measureHoverTexts(root: string): HoverTexts {
  const project = new Project({ skipLoadingLibFiles: true, skipFileDependencyResolution: true });
  const sources = project.addSourceFilesAtPaths([`${root}/src/runtime/define/*.ts`, `!${root}/src/runtime/**/*.test.ts`]);
  const options = sources.filter((source) => /-(?:options|metadata)\.ts$|\/skill\.ts$/.test(source.getFilePath()));
  const members = options.flatMap((source) => source.getDescendants().filter((node) => Node.isPropertySignature(node)));
  const contexts = sources
    .filter((source) => source.getFilePath().endsWith('-context.ts'))
    .flatMap((source) => source.getClasses().flatMap(publicMembers));
  const [index] = sources.filter((source) => source.getFilePath().endsWith('/define/index.ts'));
  const exported = sources
    .filter((source) => source !== index)
    .flatMap((source) => [
      ...[...source.getInterfaces(), ...source.getTypeAliases(), ...source.getClasses(), ...source.getFunctions()].filter((one) =>
        one.isExported(),
      ),
      ...source.getVariableStatements().filter((one) => one.isExported()),
    ]);
  return { options: percentOf(members), context: percentOf(contexts), exports: percentOf(exported) };
}

const publicMembers = (declaration: ClassDeclaration): readonly JSDocableNode[] =>
  declaration
    .getInstanceMembers()
    .flatMap((member) =>
      Node.isParameterDeclaration(member) || member.getScope() !== Scope.Public || /^[#[]/.test(member.getName()) ? [] : [member],
    );

function percentOf(nodes: readonly JSDocableNode[]): number {
  const said = nodes.filter((node) => node.getJsDocs().some((doc) => (doc.getCommentText() ?? '').trim() !== ''));
  return nodes.length === 0 ? 100 : Math.floor((said.length / nodes.length) * 1000) / 10;
}
