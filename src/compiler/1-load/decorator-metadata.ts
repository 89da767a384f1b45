import { ts } from 'ts-morph';
import type { DecoratorCompiler } from '../model/decorator-compiler.ts';
import { createHost } from './compiler-host.ts';
import type { LoadedProject } from './load-project.ts';

/**
 * For `emitDecoratorMetadata`: files with decorators are compiled by TypeScript itself with the types of the whole program, because the
 * bundler knows no types. Undefined where tsconfig.json does not ask for it, or no file has a decorator.
 */
export function createDecoratorCompiler(loaded: LoadedProject): DecoratorCompiler | undefined {
  const { program } = loaded;
  const { emitDecoratorMetadata, experimentalDecorators } = program.getCompilerOptions();
  if (emitDecoratorMetadata !== true || experimentalDecorators !== true) return undefined;
  const decorated = program.getSourceFiles().filter((file) => !file.isDeclarationFile && !isInstalled(file) && hasDecorators(file));
  if (decorated.length === 0) return undefined;
  return {
    files: decorated.map(({ fileName }) => fileName),
    compile: (texts, { withMap = false } = {}) => emitFiles(loaded, texts, withMap),
  };
}

const isInstalled = ({ fileName }: ts.SourceFile): boolean => fileName.includes('/node_modules/');

function hasDecorators(node: ts.Node): boolean {
  if (ts.isDecorator(node)) return true;
  return ts.forEachChild(node, hasDecorators) ?? false;
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

/** Modules as the bundler wants them, nothing lowered but decorators; fields keep the meaning that the author's target gives them. */
function emitOptions(given: ts.CompilerOptions, withMap: boolean): ts.CompilerOptions {
  return {
    ...given,
    noEmit: false,
    noEmitOnError: false,
    module: ts.ModuleKind.ESNext,
    target: ts.ScriptTarget.ESNext,
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
