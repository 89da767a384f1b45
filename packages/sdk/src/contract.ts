export * from '../../../src/runtime/contract/index.ts';
