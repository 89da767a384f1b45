import { dirname, join } from 'node:path';
import { existsSync } from 'node:fs';
import { isFile } from '../../config/special-files.ts';
import { CliError } from '../cli-error.ts';

/** By version 2 or later of Yarn, and by its first releases. */
const mapFiles = ['.pnp.cjs', '.pnp.js'];

/**
 * Yarn Plug'n'Play installs no node_modules: packages stay in archives that only a patched Node reads, which neither the bundler, TypeScript
 * nor the restricted process of the evaluation is.
 * @throws {CliError} exit 6, when the packages of a folder are installed that way
 */
export function refusePlugAndPlay(start: string): void {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'node_modules', '@service'))) return;
    const map = mapFiles.map((name) => join(folder, name)).find(isFile);
    if (map !== undefined) throw plugAndPlay(folder, map);
    if (folder === dirname(folder)) return;
  }
}

const plugAndPlay = (folder: string, map: string): CliError =>
  new CliError({
    code: 'plug-and-play',
    message: `The packages of this project are installed by Yarn Plug'n'Play (${map}), which keeps them where no compiler can read them`,
    hint: `Write "nodeLinker: node-modules" into ${join(folder, '.yarnrc.yml')} and run "yarn install"`,
    exit: 'environment',
  });
