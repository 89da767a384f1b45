export * from '../../../src/runtime/schema-table/index.ts';
