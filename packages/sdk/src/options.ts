export * from '../../../src/runtime/options/index.ts';
