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

/**
 * The path of a request inside the part that is mounted at a prefix; undefined when the request belongs to another part. The endpoint
 * keeps its public path; sign-in and metadata are served without the prefix. Paths are compared as received, except one trailing slash.
 */
export function innerPath(path: string, prefix: string): string | undefined {
  const document = rootDocuments.find((root) => path === `${root}${prefix}` || path === `${root}${prefix}/`);
  if (document !== undefined) return document;
  if (path !== prefix && !path.startsWith(`${prefix}/`)) return undefined;
  const below = path.slice(prefix.length);
  return below.startsWith('/oauth/') || below.startsWith('/.well-known/') ? below : path;
}
