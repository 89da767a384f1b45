import { parseAst } from 'rollup/parseAst';
import type { SourceEdit } from '../model/source-edit.ts';

/**
 * As phase 3 plans it for the user's sources, for installed packages, which phase 3 never sees: `import { z } from 'zod'` becomes
 * `import * as z`. What does not parse as a module is left to the bundler.
 */
export function planZodNamespace(file: string, text: string): SourceEdit[] {
  let program;
  try {
    program = parseAst(text);
  } catch {
    return [];
  }
  return program.body.flatMap((node) => {
    if (node.type !== 'ImportDeclaration' || (node.source.value !== 'zod' && node.source.value !== 'zod/v4')) return [];
    if (node.specifiers.some((item) => item.type === 'ImportNamespaceSpecifier')) return [];
    const statements: string[] = [];
    const rest: string[] = [];
    for (const item of node.specifiers) {
      if (item.type === 'ImportDefaultSpecifier') statements.push(namespaceImport(item.local.name, node.source.value));
      else if (item.type === 'ImportSpecifier') {
        const imported = item.imported.type === 'Identifier' ? item.imported.name : String(item.imported.value);
        if (imported === 'z' || imported === 'default') statements.push(namespaceImport(item.local.name, node.source.value));
        else rest.push(`${imported} as ${item.local.name}`);
      }
    }
    if (statements.length === 0) return [];
    if (rest.length > 0) statements.push(`import { ${rest.join(', ')} } from ${JSON.stringify(node.source.value)};`);
    return [{ file, ...locationOf(node), kind: 'zod-namespace-import' as const, text: statements.join(' ') }];
  });
}

const namespaceImport = (local: string, module: string): string => `import * as ${local} from ${JSON.stringify(module)};`;

/** rollup's nodes carry offsets that the ESTree types leave out. */
function locationOf(node: object): { start: number; end: number } {
  const start: unknown = Reflect.get(node, 'start');
  const end: unknown = Reflect.get(node, 'end');
  if (typeof start !== 'number' || typeof end !== 'number') throw new Error('rollup gave a node without a place');
  return { start, end };
}
