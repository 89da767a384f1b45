export { telemetry } from '../../../../src/runtime/features/telemetry.ts';
