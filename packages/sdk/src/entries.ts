export * from '../../../src/runtime/entries/index.ts';
