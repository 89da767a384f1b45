export { reportStartFailures } from '../../../../src/runtime/hosts/start-report.ts';
