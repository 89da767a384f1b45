import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** Bytes of a module and its imports, minified, after gzip. */
export async function gzipOf(file: string): Promise<number> {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    conditions: ['service-source'],
  });
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
}
