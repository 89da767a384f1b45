export { revision20250326 } from '../../../../src/runtime/mcp/revisions/2025-03-26.ts';
