export * from '../../../src/runtime/authoring.ts';
