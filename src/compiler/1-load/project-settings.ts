import { memberOf } from '@service/sdk/internal';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ts } from 'ts-morph';
import { withoutByteOrderMark } from '../diagnostics/index.ts';
import { readTsconfig } from './tsconfig.ts';

/** TypeScript settings of a project that matter to files which a command adds to it. */
export interface ProjectSettings {
  /** A new TypeScript file in the project folder itself would change what is compiled, or where to. */
  readonly compilesRoot: boolean;
  /** Folder for sources, relative to the project, with `/`. */
  readonly sources: string;
  /** Ending of relative imports. */
  readonly importEnding: string;
  readonly strict: boolean;
  /** Decorators of TypeScript before 5.0 (`experimentalDecorators`). */
  readonly legacyDecorators: boolean;
  /** Imports such as `./prompt.md` have types. */
  readonly typesAssets: boolean;
  /** Why sources of a server cannot be compiled with these settings, and what to change. */
  readonly problem?: string;
}

/** Undefined for a project without tsconfig.json. */
export function readProjectSettings(root: string): ProjectSettings | undefined {
  const { errors, file, include, options, rootDir } = readTsconfig({ root, entry: path.join(root, 'src', 'main.ts') });
  if (file === undefined) return undefined;
  const problem = errors[0] === undefined ? moduleProblem(root, options) : ts.flattenDiagnosticMessageText(errors[0].messageText, '\n');
  return {
    compilesRoot: !(include?.every(namesFolder) ?? false),
    sources: sourceFolder(root, rootDir),
    importEnding: importEnding(options),
    strict: options.strict !== false,
    legacyDecorators: options.experimentalDecorators === true,
    typesAssets: options.types?.includes('@service/sdk/assets') === true,
    problem,
  };
}

/** A pattern that begins with a folder's name reaches no file beside it. */
const namesFolder = (pattern: string): boolean => /^(?:\.\/)?[\w-]+\/?(?:$|[^.]*\/)/.test(pattern) && !pattern.startsWith('**');

function sourceFolder(root: string, rootDir: string | undefined): string {
  const folder = rootDir === undefined ? '' : path.relative(root, rootDir).replaceAll('\\', '/');
  return folder === '' || folder.startsWith('..') ? 'src' : folder;
}

/** Node's older rules: a CommonJS module cannot import an ES module. TypeScript would say so at every import. */
export function moduleProblem(root: string, { module }: ts.CompilerOptions): string | undefined {
  if (module !== ts.ModuleKind.Node16 && module !== ts.ModuleKind.Node18) return undefined;
  if (packageType(root) === 'module') return undefined;
  const name = module === ts.ModuleKind.Node16 ? 'node16' : 'node18';
  return `with "module": "${name}" this package is CommonJS, which cannot import the ES module @service/sdk. Set "module": "nodenext" (TypeScript 5.8 or later), or "type": "module" in package.json`;
}

function packageType(root: string): unknown {
  const file = path.join(root, 'package.json');
  if (!existsSync(file)) return undefined;
  try {
    const manifest: unknown = JSON.parse(withoutByteOrderMark(readFileSync(file, 'utf8')));
    return memberOf(manifest, 'type');
  } catch {
    return undefined;
  }
}

/** Ending that relative imports have under these settings: none for bundlers, the output's for Node, the source's where that is allowed. */
export function importEnding(options: ts.CompilerOptions): string {
  if (options.allowImportingTsExtensions === true || options.rewriteRelativeImportExtensions === true) return '.ts';
  const { moduleResolution = ts.ModuleResolutionKind.Bundler, module = ts.ModuleKind.ESNext } = options;
  const asNode = moduleResolution === ts.ModuleResolutionKind.Node16 || moduleResolution === ts.ModuleResolutionKind.NodeNext;
  const implied = options.moduleResolution === undefined && module >= ts.ModuleKind.Node16 && module <= ts.ModuleKind.NodeNext;
  return asNode || implied ? '.js' : '';
}
