import { relative } from 'node:path';
import {
  type ClassDeclaration,
  type JSDoc,
  ModuleKind,
  ModuleResolutionKind,
  Node,
  Project,
  Scope,
  ScriptTarget,
  type SourceFile,
} from 'ts-morph';

export interface HoverTexts {
  /** Percent of the members of the interfaces that options are read from. */
  readonly options: number;
  /** Percent of the members of the classes, interfaces and types that the SDK gives to authors: contexts, results, errors. */
  readonly context: number;
  /** Percent of what the public entry points export. */
  readonly exports: number;
}

/** Entry points that authors import, whose members are counted too. */
const sdkEntries = [
  'src/runtime/index.ts',
  'src/runtime/client/index.ts',
  'src/runtime/hosts/client-node.ts',
  'src/runtime/hosts/client-page.ts',
  'src/runtime/auth-ui/index.ts',
  'src/runtime/errors/index.ts',
];

const otherEntries = [
  'packages/edge/src/index.ts',
  'packages/plugin-approval/src/index.ts',
  'packages/plugin-cache/src/index.ts',
  'packages/plugin-codecall/src/index.ts',
  'packages/plugin-dashboard/src/index.ts',
  'packages/plugin-feature-flags/src/index.ts',
  'packages/adapters/src/index.ts',
  'packages/plugin-remember/src/index.ts',
  'packages/plugin-webmcp/src/index.ts',
  'packages/testing/src/index.ts',
  'packages/testing/src/jest/preset.ts',
  'packages/testing/src/jest/jest-config.ts',
  'packages/ui/src/auth/index.ts',
  'packages/ui/src/react/index.ts',
  'packages/storage-sqlite/src/index.ts',
  'src/config/index.ts',
];

export interface MeasuredHoverTexts {
  readonly texts: HoverTexts;
  readonly missing: readonly string[];
  /** How many lines the texts take by themselves, for each file that has some. */
  readonly lines: ReadonlyMap<string, number>;
}

/** How much of what authors write an editor explains, and what it does not. */
export function measureHoverTexts(root: string): MeasuredHoverTexts {
  const project = new Project({
    skipLoadingLibFiles: true,
    skipFileDependencyResolution: true,
    // The sources that are added are all that is loaded: types of other packages explain nothing.
    compilerOptions: {
      noResolve: true,
      noLib: true,
      module: ModuleKind.NodeNext,
      moduleResolution: ModuleResolutionKind.NodeNext,
      target: ScriptTarget.ESNext,
      customConditions: ['service-source'],
      allowImportingTsExtensions: true,
      types: [],
    },
  });
  const folders = [
    'src/runtime',
    'src/config',
    'packages/edge/src',
    'packages/plugin-approval/src',
    'packages/plugin-cache/src',
    'packages/plugin-codecall/src',
    'packages/plugin-dashboard/src',
    'packages/plugin-feature-flags/src',
    'packages/adapters/src',
    'packages/plugin-remember/src',
    'packages/plugin-webmcp/src',
    'packages/testing/src',
    'packages/ui/src',
    'packages/storage-sqlite/src',
  ];
  const sources = project.addSourceFilesAtPaths([...folders.map((folder) => `${root}/${folder}/**/*.{ts,tsx}`), `!${root}/**/*.test.ts`]);
  const open = (paths: readonly string[]): SourceFile[] => paths.flatMap((path) => project.getSourceFile(`${root}/${path}`) ?? []);
  const options = sources.filter((source) => /\/define\/(?:[\w-]+-(?:options|metadata)|skill)\.ts$/.test(source.getFilePath()));
  const exported = exportsOf(open(sdkEntries), root);
  const counted = {
    options: options.flatMap(propertiesIn),
    context: exported.flatMap(membersOf),
    exports: [...new Set([...exported, ...exportsOf(open(otherEntries), root)])],
  };
  const nodes = Object.values(counted).flat();
  const missing = nodes.filter((node) => !isExplained(node));
  return {
    texts: { options: percentOf(counted.options), context: percentOf(counted.context), exports: percentOf(counted.exports) },
    missing: [...new Set(missing)].map(
      (node) => `${placeOf(node, root)}: ${nameOf(node)} has no text for editors; write a comment before it`,
    ),
    lines: linesOf(new Set(nodes.flatMap(docsOf)), root),
  };
}

/** What is exported under each name; one of several declarations under one name, such as a type beside its values, is enough. */
const exportsOf = (entries: readonly SourceFile[], root: string): readonly Node[] => [
  ...new Set(
    entries.flatMap((entry) =>
      [...entry.getExportedDeclarations().values()].flatMap((declarations) => {
        const own = declarations.filter((one) => isOwn(one, root));
        const explained = own.filter(isExplained);
        return explained.length > 0 ? explained : own.slice(0, 1);
      }),
    ),
  ),
];

const isOwn = (node: Node, root: string): boolean => {
  const path = node.getSourceFile().getFilePath();
  return path.startsWith(`${root}/`) && !path.includes('/node_modules/');
};

function membersOf(node: Node): readonly Node[] {
  if (Node.isInterfaceDeclaration(node)) return [...node.getProperties(), ...node.getMethods()];
  if (Node.isClassDeclaration(node)) return publicMembers(node);
  return Node.isTypeAliasDeclaration(node) ? propertiesIn(node) : [];
}

/** An overridden member shows the text of its base. */
const publicMembers = (declaration: ClassDeclaration): readonly Node[] =>
  declaration
    .getInstanceMembers()
    .flatMap((member) =>
      Node.isParameterDeclaration(member) ||
      member.getScope() !== Scope.Public ||
      /^[#[]/.test(member.getName()) ||
      (Node.isOverrideable(member) && member.hasOverrideKeyword())
        ? []
        : [member],
    );

/** Those that a conditional type compares with are no members. */
const propertiesIn = (node: Node): readonly Node[] =>
  node
    .getDescendants()
    .filter((one) => Node.isPropertySignature(one) && one.getFirstAncestor((above) => Node.isConditionalTypeNode(above)) === undefined);

const isExplained = (node: Node): boolean => docsOf(node).some((doc) => (doc.getCommentText() ?? '').trim() !== '');

/** The comments that an editor shows for it. */
function docsOf(node: Node): readonly JSDoc[] {
  const holder = Node.isVariableDeclaration(node) ? node.getVariableStatement() : node;
  if (Node.isExportAssignment(holder?.getParent())) return docsOf(holder.getParentOrThrow());
  return Node.isJSDocable(holder) ? holder.getJsDocs() : [];
}

/** A text that shares its line with code takes none. */
function linesOf(docs: ReadonlySet<JSDoc>, root: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  for (const doc of docs) {
    const source = doc.getSourceFile();
    const path = relative(root, source.getFilePath());
    const alone = /^[ \t]*(?:\r?\n|$)/.test(source.getFullText().slice(doc.getEnd()));
    lines.set(path, (lines.get(path) ?? 0) + doc.getEndLineNumber() - doc.getStartLineNumber() + (alone ? 1 : 0));
  }
  return lines;
}

const placeOf = (node: Node, root: string): string => `${relative(root, node.getSourceFile().getFilePath())}:${node.getStartLineNumber()}`;

const nameOf = (node: Node): string => (Node.hasName(node) ? `"${node.getName()}"` : 'an export');

const percentOf = (nodes: readonly Node[]): number =>
  nodes.length === 0 ? 100 : Math.floor((nodes.filter(isExplained).length / nodes.length) * 1000) / 10;
