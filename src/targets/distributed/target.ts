import { defineTarget, type OutputFile, type TargetInput } from '../../compiler/target.ts';
import { nodeTarget } from '../node/target.ts';
import { stringLiteral } from '../../escape/javascript.ts';
import { printLoad } from '../node/print-load.ts';
import { nodeFiles } from '../node/files.ts';

/** What an instance is told, unless the place where it runs says otherwise. */
const deploymentVariables = { SERVICE_DEPLOYMENT_MODE: 'distributed' } as const;

/** The bundle of Node, one of several instances behind one address. */
export const distributedTarget = defineTarget({
  ...nodeTarget,
  name: 'distributed',
  variables: deploymentVariables,
  files: distributedFiles,
});

/** The files of the Node target, and the two that platforms of several instances start: `index.js` sets the mode of the process. */
export function distributedFiles(input: TargetInput): readonly OutputFile[] {
  const setup = Object.entries(deploymentVariables).map(([name, value]) => `process.env.${name} ||= ${stringLiteral(value)};\n`);
  return [
    ...nodeFiles(input),
    { path: 'serverless-setup.js', contents: setup.join('') },
    { path: 'index.js', contents: printLoad(input, 'serverless-setup.js') + printLoad(input, input.bundle.fileName) },
  ];
}
