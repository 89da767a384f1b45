export { assembly } from '../../../../src/runtime/mcp/assembly/plain.ts';
