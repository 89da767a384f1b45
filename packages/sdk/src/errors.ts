export * from '../../../src/runtime/errors/index.ts';
