import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from '../../scripts/testing/run-program.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const compilerOptions = {
  target: 'es2022',
  lib: ['es2023', 'dom'],
  module: 'esnext',
  moduleResolution: 'bundler',
  customConditions: ['service-source'],
  jsx: 'react-jsx',
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  types: ['node'],
};

/** The modules of this repository, and the command line as a dependency. */
function linkModules(folder: string): void {
  mkdirSync(join(folder, '@service'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@service') symlinkSync(join(root, 'node_modules', name), join(folder, name));
  for (const name of readdirSync(join(root, 'node_modules/@service')))
    symlinkSync(join(root, 'node_modules/@service', name), join(folder, '@service', name));
  symlinkSync(root, join(folder, '@service/cli'));
}

/**
 * Compiles modules as the project of a user compiles them.
 * @param modules texts by file name
 * @returns what the compiler says; empty when it finds nothing
 */
export async function typeFaultsOf(modules: Readonly<Record<string, string>>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'service-types-'));
  try {
    mkdirSync(join(folder, 'src'));
    linkModules(join(folder, 'node_modules'));
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
    for (const [name, text] of Object.entries(modules)) writeFileSync(join(folder, 'src', name), text);
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const { code, stderr, stdout } = await runProgram(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], { cwd: folder });
    return code === 0 ? '' : `${stdout}${stderr}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
