/* What `@service/sdk/client` needs in a page to sign people in. */
export { openPageSession, type PageSession, type PageSessionOptions } from './sign-in/page-session.ts';
export { SignInFailure } from './sign-in/sign-in-failure.ts';
