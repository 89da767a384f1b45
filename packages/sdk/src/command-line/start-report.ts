export { reportCommandLineFailures } from '../../../../src/runtime/command-line/start-report.ts';
