import { ts } from 'ts-morph';

/** Ending that relative imports have under these settings: none for bundlers, the output's for Node, the source's where that is allowed. */
export function importEnding(options: ts.CompilerOptions): string {
  if (options.allowImportingTsExtensions === true || options.rewriteRelativeImportExtensions === true) return '.ts';
  const { moduleResolution = ts.ModuleResolutionKind.Bundler, module = ts.ModuleKind.ESNext } = options;
  const asNode = moduleResolution === ts.ModuleResolutionKind.Node16 || moduleResolution === ts.ModuleResolutionKind.NodeNext;
  const implied = options.moduleResolution === undefined && module >= ts.ModuleKind.Node16 && module <= ts.ModuleKind.NodeNext;
  return asNode || implied ? '.js' : '';
}
