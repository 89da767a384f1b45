export { assembly } from '../../../../src/runtime/mcp/assembly/settled.ts';
