export * from '../../../src/runtime/compiled.ts';
