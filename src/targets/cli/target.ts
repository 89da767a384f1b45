import { defineTarget } from '../../compiler/target.ts';
import { nodeTarget } from '../node/target.ts';
import { cliFiles } from './files.ts';

/** A program for people and scripts: every tool is one of its commands, and it serves like the bundle of Node too. */
export const cliTarget = defineTarget({
  ...nodeTarget,
  name: 'cli',
  host: { module: '@service/sdk/command-line/start', start: 'startCommandLine' },
  startReport: { module: '@service/sdk/command-line/start-report', report: 'reportCommandLineFailures' },
  executable: (name) => name,
  files: cliFiles,
});
