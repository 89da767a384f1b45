export { routes } from '../../../../src/runtime/features/routes.ts';
