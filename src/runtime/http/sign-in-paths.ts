/** Documents that clients ask for at the root, the path of what they are about behind them (RFC 8414 section 3, RFC 9728 section 3.1). */
export const rootDocuments = [
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
] as const;

/**
 * Paths at which clients look for sign-in, whether or not this server has any. They are never rate limited: a 429 would hide from a client
 * that there is nothing to sign in to.
 */
export const isSignInPath = (path: string): boolean =>
  path.startsWith('/oauth/') || rootDocuments.some((document) => path === document || path.startsWith(`${document}/`));
