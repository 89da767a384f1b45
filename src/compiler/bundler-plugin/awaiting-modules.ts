import { resolve } from 'node:path';
import type { Message } from 'esbuild';
import { shownChain } from '../../std/paths.ts';
import type { AwaitingModule } from '../model/top-level-await.ts';
import { placeOf, spanOf } from './bundler-findings.ts';
import { chainTo, type ImportGraph } from './import-graph.ts';
import { isPackageFile } from './keep-names.ts';
import { locateImport, packageName } from './locate-import.ts';

/** Modules that await outside of functions, each once, with the way to them. */
export async function awaitingModules(
  { entry, imports, root }: { readonly root: string; readonly entry: string; readonly imports: ImportGraph },
  messages: readonly Message[],
): Promise<readonly AwaitingModule[]> {
  const found = new Map<string, AwaitingModule>();
  for (const message of messages) {
    if (message.location === null) continue;
    const file = resolve(root, message.location.file);
    const name = isPackageFile(file) ? packageName(file) : undefined;
    if (found.has(name ?? file)) continue;
    const chain = chainTo(entry, (one) => one === file, imports);
    const span = name === undefined ? spanOf(root, message) : (await locateImport(root, imports, chain)).span;
    found.set(name ?? file, {
      package: name,
      place: placeOf(root, message),
      chain: shownChain(root, chain),
      span,
    });
  }
  return [...found.values()];
}
