import type { OutputFile, TargetInput } from '../../compiler/target.ts';
import { stringLiteral } from '../../escape/javascript.ts';
import { nodeFiles } from '../node/files.ts';

/**
 * As on Node, but the program is the executable; without one, a script that `bin` of a package.json can name. Node reads a file without an
 * ending as the package.json beside it says.
 */
export function cliFiles(input: TargetInput): readonly OutputFile[] {
  const others = nodeFiles(input).filter(({ path }) => path !== input.name);
  // What installs a start script asks for Node, which an executable does not need.
  if (input.executable !== undefined) return others.filter(({ path }) => path !== `install-${input.name}.sh`);
  const contents = `#!/usr/bin/env node\nrequire(${stringLiteral(`./${input.bundle.fileName}`)});\n`;
  return [...others, { path: input.name, contents, mode: 0o755 }];
}
