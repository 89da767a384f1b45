/**
 * What pages of an author's own (`auth.ui`) are written with, on the server and in the browser; nothing here knows of a platform. The page
 * is printed by the server first, so that it works without scripts, and taken over in the browser.
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
export { hiddenFields } from './hidden-fields.ts';
export { html, Markup, rawHtml } from './html.ts';
export { mountReactPage, reactPage } from './react-page.ts';
