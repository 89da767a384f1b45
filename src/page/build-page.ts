import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';

const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Bundles the page: one script and one style sheet, which need nothing else. Packing does it once; a checkout when it is asked for the page. */
export async function buildPage(): Promise<{ readonly script: string; readonly style: string }> {
  const [bundled, style] = await Promise.all([
    build({
      entryPoints: [pathOf('main.tsx')],
      bundle: true,
      write: false,
      minify: true,
      format: 'iife',
      platform: 'browser',
      target: 'es2022',
      jsx: 'automatic',
      charset: 'utf8',
      conditions: ['service-source'],
      define: { 'process.env.NODE_ENV': '"production"' },
      logLevel: 'silent',
    }),
    readFile(pathOf('page.css'), 'utf8').then((css) => transform(css, { loader: 'css', minify: true })),
  ]);
  const script = bundled.outputFiles[0]?.text ?? '';
  // Both would end the element that it stands in, or begin another one.
  for (const text of ['</script', '<!--']) if (script.includes(text)) throw new Error(`The script of the page holds ${text}`);
  return { script, style: style.code.trim() };
}
