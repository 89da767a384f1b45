export { revision20250618 } from '../../../../src/runtime/mcp/revisions/2025-06-18.ts';
