export { sessions } from '../../../../src/runtime/features/sessions.ts';
