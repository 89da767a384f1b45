import { defineTarget, type OutputFile, type TargetInput } from '../../compiler/target.ts';
import { nodeTarget } from '../node/target.ts';
import { printLoad } from '../node/print-load.ts';
import { nodeFiles } from '../node/files.ts';

/** A program for people and scripts: every tool is one of its commands, and it serves like the bundle of Node too. */
export const cliTarget = defineTarget({
  ...nodeTarget,
  name: 'cli',
  host: { module: '@service/sdk/command-line/start', start: 'startCommandLine' },
  startReport: { module: '@service/sdk/command-line/start-report', report: 'reportCommandLineFailures' },
  executable: (name) => name,
  files: cliFiles,
});

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
