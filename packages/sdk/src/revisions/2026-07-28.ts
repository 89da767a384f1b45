export { revision20260728 } from '../../../../src/runtime/mcp/revisions/2026-07-28.ts';
