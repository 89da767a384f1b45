export { authUi, authUiWith } from '../../../../src/runtime/features/auth-ui.ts';
