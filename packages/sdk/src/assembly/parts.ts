export * from '../../../../src/runtime/mcp/assembly/parts.ts';
