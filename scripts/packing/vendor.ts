import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';

/** Folder of a staged package for code of others. */
const folderOfOthers = 'dist/vendored';

/**
 * Puts dependencies into the package itself: those that ask for a newer Node than we do, although the modules that we import do not need
 * it. npm with `engine-strict` refuses to install them on ours.
 */
export async function vendor(root: string, folder: string, dependencies: readonly string[]): Promise<void> {
  const parts = ['dist', 'src'].filter((name) => readdirSync(folder).includes(name));
  const modules = parts.flatMap((name) => filesIn(join(folder, name))).filter((path) => /\.(?:js|ts)$/.test(path));
  const made = new Set<string>();
  for (const path of modules) {
    const text = readFileSync(path, 'utf8');
    const changed = text.replaceAll(/from '([^'.][^']*)'/g, (whole, specifier: string) => {
      const dependency = dependencies.find((name) => specifier === name || specifier.startsWith(`${name}/`));
      if (dependency === undefined) return whole;
      made.add(specifier);
      return `from './${relative(dirname(path), join(folder, fileOf(specifier)))}'`.replace("'./../", "'../");
    });
    if (changed !== text) writeFileSync(path, changed);
  }
  for (const specifier of made) await bundleOne(root, folder, specifier);
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));

const fileOf = (specifier: string): string => `${folderOfOthers}/${specifier.replaceAll(/[^a-z0-9.]+/gi, '-').replace(/^-/, '')}.js`;

/** One module with all that it imports, the licenses of their packages, and declarations without the types of others. */
async function bundleOne(root: string, folder: string, specifier: string): Promise<void> {
  const { metafile, outputFiles } = await build({
    stdin: { contents: `export * from '${specifier}';`, resolveDir: root },
    bundle: true,
    write: false,
    metafile: true,
    outdir: folder,
    format: 'esm',
    platform: 'neutral',
    target: 'node20',
    logLevel: 'silent',
    absWorkingDir: root,
  });
  const packages = new Set(Object.keys(metafile.inputs).flatMap((path) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []));
  const licenses = [...packages].map(
    (name) => `${name.slice('node_modules/'.length)}:\n${readFileSync(join(root, name, 'LICENSE'), 'utf8')}`,
  );
  const [output] = Object.values(metafile.outputs);
  const names = (output?.exports ?? []).map((name) => `export declare const ${name}: (...given: readonly any[]) => unknown;\n`);
  const file = join(folder, fileOf(specifier));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `/*!\n${licenses.join('\n').replaceAll('*/', '* /')}*/\n${outputFiles[0]?.text ?? ''}`);
  writeFileSync(file.replace(/\.js$/, '.d.ts'), names.join(''));
}
