export { startCommandLine } from '../../../../src/runtime/command-line/start.ts';
