export { allRevisions } from '../../../../src/runtime/mcp/revisions/all.ts';
