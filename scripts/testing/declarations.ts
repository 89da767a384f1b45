import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashSources } from '../../test/support/builder/build-key.ts';
import { runProgram } from './run-program.ts';

/** Folder of what a run makes of the sources as they are: a second run of the same ones finds it. */
export const folderOfSources = (root: string): string => join(root, '.service/bundles', hashSources().slice(0, 16));

export interface Declarations {
  /** The declarations of the SDK's modules, each at the path of its module. */
  readonly folder: string;
  /** One JSON object of them all: the path of a module below the SDK, and its text. */
  readonly file: string;
}

let written: Promise<Declarations> | undefined;

/**
 * What the modules of the SDK declare, as a package has it, written once per sources. The compilers of a test run, and TypeScript over the
 * fixtures, read it as users' do, in a fraction of the time that the sources take.
 */
export const declarationsOf = (root: string): Promise<Declarations> => (written ??= writeDeclarations(root, folderOfSources(root)));

/** @param kept where to, unless they are there */
async function writeDeclarations(root: string, kept: string): Promise<Declarations> {
  const declarations: Declarations = { folder: join(kept, 'declarations'), file: join(kept, 'declarations.json') };
  if (existsSync(declarations.folder) && existsSync(declarations.file)) return declarations;
  const work = join(kept, `declarations.${process.pid}`);
  try {
    mkdirSync(work, { recursive: true });
    const out = await emit(root, work);
    const paths = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.d.ts'));
    const texts = paths.map((path) => [path.replace(/\.d\.ts$/, '.ts'), readFileSync(join(out, path), 'utf8')]);
    writeFileSync(join(work, 'all.json'), JSON.stringify(Object.fromEntries(texts)));
    // Renamed into place, the file last: another run that writes them too meets whole ones.
    if (!existsSync(declarations.folder)) renameSync(out, declarations.folder);
    renameSync(join(work, 'all.json'), declarations.file);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return declarations;
}

async function emit(root: string, work: string): Promise<string> {
  const source = join(root, 'src/runtime');
  const out = join(work, 'out');
  const settings = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: { noEmit: false, declaration: true, emitDeclarationOnly: true, noCheck: true, rootDir: source, outDir: out },
    include: [`${source}/**/*.ts`],
    exclude: [`${source}/**/*.test.ts`, `${source}/**/*.types.ts`],
  };
  writeFileSync(join(work, 'tsconfig.json'), JSON.stringify(settings));
  const run = await runProgram(join(root, 'node_modules/.bin/tsc'), ['-p', work], { cwd: root });
  if (run.code !== 0) throw new Error(`tsc could not write the declarations of the SDK:\n${run.stdout}${run.stderr}`);
  return out;
}
