export * from '../../../src/runtime/model/index.ts';
