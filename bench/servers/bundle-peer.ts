import { build } from 'esbuild';

/** One minified file, as somebody would ship it who cares for size. */
export async function bundlePeer(order: { entry: string; outfile: string; platform: 'node' | 'neutral' }): Promise<void> {
  const { entry, outfile, platform } = order;
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    minify: true,
    format: 'esm',
    platform,
    target: 'es2023',
    logLevel: 'error',
    ...(platform === 'node'
      ? { banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" } }
      : { conditions: ['workerd', 'worker', 'browser'], mainFields: ['module', 'main'], external: ['node:*'] }),
  });
}
