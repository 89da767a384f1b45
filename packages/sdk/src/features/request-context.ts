export { requestContext } from '../../../../src/runtime/features/request-context.ts';
