export { assembly } from '../../../../src/runtime/mcp/assembly/open.ts';
