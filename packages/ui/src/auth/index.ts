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
export {
  AuthFlowProvider,
  type AuthFlowProviderProps,
  useAddedItems,
  useAuthFlow,
  useExtraField,
  type ExtraField,
  type ExtraInput,
} from './auth-flow.ts';
export { AuthForm, type AuthFormProps, AuthPageWrapper, type AuthPageWrapperProps, mountAuthPage } from './components.ts';
