import { join } from 'node:path';
import { build } from 'esbuild';

/** Bundles `edge-worker.ts` as its author would, without our compiler; the path of the bundle. */
export async function bundleEdgeWorker(outfile: string, protocol: 'legacy' | 'full' = 'legacy'): Promise<string> {
  await build({
    entryPoints: [join(import.meta.dirname, 'edge-worker.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    conditions: ['service-source', 'workerd', 'worker'],
    define: { PROTOCOL: JSON.stringify(protocol) },
    external: ['node:*'],
    logLevel: 'error',
  });
  return outfile;
}
