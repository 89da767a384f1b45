import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/** What the page of the dashboard loads from elsewhere, unless it has everything in itself. */
const libraries = ['react', 'react-dom', '@xyflow/react', '@dagrejs/dagre'];

/** A package with a page of its own has its sources in `page`. */
export const hasPage = (root: string, name: string): boolean => existsSync(join(root, 'packages', name, 'page/main.ts'));

/**
 * Writes the scripts of a package's page as modules with one text each, because a bundle has no files beside it on every target:
 * `hosted.js` imports its libraries, `self.js` has them in it.
 * @param dist folder of the package's compiled modules
 */
export async function writePageScripts(root: string, name: string, dist: string): Promise<void> {
  const folder = join(dist, 'page-scripts');
  mkdirSync(folder, { recursive: true });
  for (const [file, external] of [
    ['hosted', libraries],
    ['self', []],
  ] as const) {
    const { outputFiles } = await build({
      entryPoints: [join(root, 'packages', name, 'page/main.ts')],
      bundle: true,
      write: false,
      minify: true,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      // Texts of licenses stay beside the code that they are of.
      legalComments: 'inline',
      define: { 'process.env.NODE_ENV': '"production"' },
      external: [...external],
      logLevel: 'silent',
      absWorkingDir: root,
    });
    const style = external.length > 0 ? '' : readFileSync(join(root, 'node_modules/@xyflow/react/dist/style.css'), 'utf8');
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
