import type { OutputFile, TargetInput } from '../../compiler/target.ts';
import { printLoad } from '../node/print-load.ts';
import { nodeFiles } from '../node/files.ts';

/**
 * The files of the target `node`, with the executable as program. Without an executable, a script that `bin` of a package.json can name: the
 * package.json beside it tells Node how to read a file without an ending.
 */
export function cliFiles(input: TargetInput): readonly OutputFile[] {
  const others = nodeFiles(input).filter(({ path }) => path !== input.name);
  // The installer requires Node, which an executable does not need.
  if (input.executable !== undefined) return others.filter(({ path }) => path !== `install-${input.name}.sh`);
  const contents = `#!/usr/bin/env node\n${printLoad(input, input.bundle.fileName)}`;
  return [...others, { path: input.name, contents, mode: 0o755 }];
}
