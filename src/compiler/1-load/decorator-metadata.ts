import { ts } from 'ts-morph';
import type { DecoratorCompiler } from '../compile-types.ts';
import { createHost } from './compiler-host.ts';
import type { LoadedProject } from './load-project.ts';

/**
 * Files whose decorators TypeScript itself compiles. For `emitDecoratorMetadata` all of them: the bundler knows no types. Of standard ones
 * those of the author and of other packages: where one replaces its class, the bundler's class goes on naming the old one, and a decorator
 * that returns what `addInitializer` returns would be refused. Undefined where no file has such a decorator.
 */
export function createDecoratorCompiler(loaded: LoadedProject): DecoratorCompiler | undefined {
  const { program, sdkFolder } = loaded;
  const { emitDecoratorMetadata, experimentalDecorators } = program.getCompilerOptions();
  const isLegacy = experimentalDecorators === true;
  if (isLegacy && emitDecoratorMetadata !== true) return undefined;
  const isAuthors = (file: ts.SourceFile): boolean => !isInstalled(file) && !isBelow(file, sdkFolder);
  const sources = program.getSourceFiles().filter((file) => !file.isDeclarationFile && isAuthors(file) && file.text.includes('@'));
  const decorated = sources.filter((file) => hasDecorators(file, isLegacy ? new Set() : sdkNames(file)));
  if (decorated.length === 0) return undefined;
  return {
    files: decorated.map(({ fileName }) => fileName),
    compile: (texts, { withMap = false } = {}) => emitFiles(loaded, texts, withMap),
  };
}

const isInstalled = ({ fileName }: ts.SourceFile): boolean => fileName.includes('/node_modules/');

/** The SDK has no decorated class of its own. */
const isBelow = ({ fileName }: ts.SourceFile, folder: string | undefined): boolean =>
  folder !== undefined && fileName.startsWith(`${folder.replaceAll('\\', '/')}/`);

/** Whether there are decorators of other names. */
function hasDecorators(node: ts.Node, except: ReadonlySet<string>): boolean {
  if (ts.isDecorator(node) && !except.has(rootName(node.expression))) return true;
  return ts.forEachChild(node, (child) => hasDecorators(child, except) || undefined) === true;
}

function rootName(expression: ts.Expression): string {
  if (ts.isIdentifier(expression)) return expression.text;
  return ts.isCallExpression(expression) || ts.isPropertyAccessExpression(expression) ? rootName(expression.expression) : '';
}

/** What a file imports of the SDK, whose decorators return nothing. */
function sdkNames(file: ts.SourceFile): ReadonlySet<string> {
  const names = file.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
    const bindings = statement.importClause?.namedBindings;
    if (!/^@service\/sdk(?:\/|$)/.test(statement.moduleSpecifier.text) || bindings === undefined) return [];
    return ts.isNamespaceImport(bindings) ? [bindings.name.text] : bindings.elements.map((item) => item.name.text);
  });
  return new Set(names);
}

function emitFiles(loaded: LoadedProject, overlay: ReadonlyMap<string, string>, withMap: boolean): ReadonlyMap<string, string> {
  const options = emitOptions(loaded.program.getCompilerOptions(), withMap);
  const host = createHost({ root: loaded.root, options, cache: loaded.cache, overlay });
  const program = ts.createProgram({ rootNames: [...overlay.keys()], options, host, oldProgram: loaded.program });
  const compiled = new Map<string, string>();
  for (const path of overlay.keys())
    program.emit(program.getSourceFile(path), (file, text) => {
      if (/\.[cm]?jsx?$/.test(file)) compiled.set(path, text);
    });
  return compiled;
}

/** Modules as the bundler wants them, lowered no further than decorators need; fields keep the meaning that the author's target gives them. */
function emitOptions(given: ts.CompilerOptions, withMap: boolean): ts.CompilerOptions {
  return {
    ...given,
    noEmit: false,
    noEmitOnError: false,
    module: ts.ModuleKind.ESNext,
    target: given.experimentalDecorators === true ? ts.ScriptTarget.ESNext : ts.ScriptTarget.ES2022,
    useDefineForClassFields: given.useDefineForClassFields ?? (given.target ?? ts.ScriptTarget.ES5) >= ts.ScriptTarget.ES2022,
    declaration: false,
    importHelpers: false,
    noEmitHelpers: false,
    removeComments: false,
    rewriteRelativeImportExtensions: false,
    sourceMap: false,
    inlineSourceMap: withMap,
    inlineSources: false,
  };
}
