export { revision20241105 } from '../../../../src/runtime/mcp/revisions/2024-11-05.ts';
