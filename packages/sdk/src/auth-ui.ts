export * from '../../../src/runtime/auth-ui/index.ts';
