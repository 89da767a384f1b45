import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, transform } from 'esbuild';

/** What the page of the dashboard loads from elsewhere, unless it has everything in itself. */
const libraries = ['react', 'react-dom', '@xyflow/react', '@dagrejs/dagre'];

/** Sources of the page of a package, which is that of `service dev` with a view of its own. */
const entryName = (name: string): string => name.replace(/^plugin-/, '');
const entryOf = (root: string, name: string, file = 'main'): string => join(root, 'src/page', entryName(name), `${file}.tsx`);

export const hasPage = (root: string, name: string): boolean => existsSync(entryOf(root, name));

/**
 * Writes the scripts of a package's page as modules with one text each, because a bundle has no files beside it on every target:
 * `hosted.js` imports its libraries, and shows alone; `self.js` has them in it, and asks the server.
 * @param dist folder of the package's compiled modules
 */
export async function writePageScripts(root: string, name: string, dist: string): Promise<void> {
  const folder = join(dist, 'page-scripts');
  mkdirSync(folder, { recursive: true });
  for (const [file, external, entry] of [
    ['hosted', libraries, 'look'],
    ['self', [], 'main'],
  ] as const) {
    const { outputFiles } = await build({
      entryPoints: [entryOf(root, name, entry)],
      bundle: true,
      write: false,
      minify: true,
      format: 'esm',
      platform: 'browser',
      jsx: 'automatic',
      charset: 'utf8',
      conditions: ['service-source'],
      target: 'es2022',
      // Texts of licenses stay beside the code that they are of.
      legalComments: 'inline',
      define: { 'process.env.NODE_ENV': '"production"' },
      external: [...external],
      logLevel: 'silent',
      absWorkingDir: root,
    });
    const styles = [
      'src/page/page.css',
      `src/page/${entryName(name)}/page.css`,
      ...(external.length > 0 ? [] : ['node_modules/@xyflow/react/dist/style.css']),
    ];
    const texts = styles.map((path) => readFileSync(join(root, path), 'utf8'));
    const { code: style } = await transform(texts.toReversed().join('\n'), { loader: 'css', minify: true });
    const text = `export const script = ${JSON.stringify(outputFiles[0]?.text ?? '')};\nexport const style = ${JSON.stringify(style)};\n`;
    put(join(folder, `${file}.js`), text);
    put(join(folder, `${file}.d.ts`), 'export declare const script: string;\nexport declare const style: string;\n');
  }
}

/** Renamed into place: another process reads a whole file. */
function put(file: string, text: string): void {
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
}
