/**
 * Library for custom sign-in pages (`auth.ui`), on the server and in the browser; independent of the platform. The server renders the page,
 * so that it works without scripts, and the browser hydrates it.
 */
export type {
  AuthApp,
  AuthField,
  AuthFlow,
  AuthPageComponent,
  AuthPageModule,
  AuthPageProps,
  AuthAccount,
  AuthSlot,
  AuthTool,
  ExtraAnswer,
  FinishOptions,
  FormValues,
} from './auth-flow.ts';
export {
  formEntries,
  getAddedItems,
  getAuthFlow,
  mountAuthPage,
  setAuthNavigator,
  submitExtra,
  submitFinish,
  tryGetAuthFlow,
} from './browser.ts';
export { hiddenFields } from './auth-flow.ts';
export { html, Markup, rawHtml } from '../std/index.ts';
export { mountReactPage, reactPage } from './react-page.ts';
