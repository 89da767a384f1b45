import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SdkCopy } from '../bundling/index.ts';
import { listedModules } from './listed-modules.ts';

/** What a plan names modules of the SDK by. */
interface NamedModules {
  readonly target: { readonly host: Named };
  readonly features: readonly Named[];
  readonly revisions: readonly Named[];
}

interface Named {
  readonly module: string;
}

/**
 * Text of `service:order`: modules of the run time in the order in which a bundle shall hold them, as far as their own imports allow. gzip
 * looks back no further than 32 kB, so what is alike has to be near. Only modules that this bundle loads in any case are named.
 */
export function printOrder(
  { features, revisions, target }: NamedModules,
  { runtime }: SdkCopy,
  { list = listedModules, exists = existsSync }: { readonly list?: typeof listedModules; readonly exists?: (path: string) => boolean } = {},
): string {
  const planned = new Set([target.host, ...features, ...revisions].map(({ module }) => module.replace('@service/sdk/', '')));
  return (
    list
      .filter(([, ...roots]) => roots.length === 0 || roots.some((root) => planned.has(root)))
      .map(([module]) => join(runtime.folder, module + runtime.ending))
      // In a checkout the list can be older than the sources. That costs bytes; a test tells.
      .filter((path) => exists(path))
      .map((path) => `import ${JSON.stringify(path)};\n`)
      .join('')
  );
}
