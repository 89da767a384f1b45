import type { OutputFile, TargetInput } from '../../compiler/target.ts';
import { printJson } from '../../std/texts.ts';
import { minimumNode } from '@service/sdk/options';
import { printDeclarations } from './declarations.ts';

/** The types of both modules, and the package.json by which Node, bundlers and TypeScript find them. */
export function sdkFiles(input: TargetInput): readonly OutputFile[] {
  const { bundle, furtherBundles, name, nodeVersion, version } = input;
  const common = { types: `./${name}.cjs.d.ts`, default: `./${bundle.fileName}` };
  const module = { types: `./${name}.esm.d.mts`, default: `./${furtherBundles['module']?.fileName ?? ''}` };
  const declarations = printDeclarations(input);
  const manifest = {
    name,
    version,
    type: 'commonjs',
    main: common.default,
    types: common.types,
    exports: { '.': { import: module, require: common }, './package.json': './package.json' },
    engines: { node: `>=${minimumNode(nodeVersion).join('.')}` },
  };
  return [
    { path: 'package.json', contents: printJson(manifest) },
    { path: common.types.slice(2), contents: declarations },
    { path: module.types.slice(2), contents: declarations },
  ];
}
