import type { PendingSignIn } from '../../src/runtime/auth/server/sign-in/pending-sign-in.ts';

/** A sign-in that was just opened, for tests. */
export const opened: PendingSignIn = {
  id: 'a',
  cookieHash: '',
  csrf: 'c',
  clientId: 'c',
  redirectUri: 'http://localhost/',
  codeChallenge: '',
  scopes: [],
  resource: '',
  issuer: '',
  expiresAt: 0,
  attempts: 0,
  settled: {},
  stepClaims: {},
  redirectMembers: {},
};
