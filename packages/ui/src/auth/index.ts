/**
 * React hooks and components for custom sign-in pages (`auth.ui`), on top of `@service/sdk/auth-ui`. All of them also work while the server
 * renders the page.
 */
export type {
  AuthAccount,
  AuthApp,
  AuthField,
  AuthFlow,
  AuthPageProps,
  AuthSlot,
  AuthTool,
  ExtraAnswer,
  FinishOptions,
  FormValues,
} from '@service/sdk/auth-ui';
export { AuthFlowProvider, type AuthFlowProviderProps, useAddedItems, useAuthFlow } from './auth-flow.ts';
export { AuthForm, type AuthFormProps } from './auth-form.ts';
export { AuthPageWrapper, type AuthPageWrapperProps, mountAuthPage } from './auth-page-wrapper.ts';
export { useExtraField, type ExtraField, type ExtraInput } from './use-extra-field.ts';
