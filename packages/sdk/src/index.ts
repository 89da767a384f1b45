export * from '../../../src/runtime/index.ts';
