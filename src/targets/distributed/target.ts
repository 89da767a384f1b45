import { defineTarget } from '../../compiler/target.ts';
import { nodeTarget } from '../node/target.ts';
import { deploymentVariables, distributedFiles } from './files.ts';

/** The bundle of Node, one of several instances behind one address. */
export const distributedTarget = defineTarget({
  ...nodeTarget,
  name: 'distributed',
  variables: deploymentVariables,
  files: distributedFiles,
});
