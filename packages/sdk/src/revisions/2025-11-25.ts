export { revision20251125 } from '../../../../src/runtime/mcp/revisions/2025-11-25.ts';
