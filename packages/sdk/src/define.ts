export * from '../../../src/runtime/define/index.ts';
