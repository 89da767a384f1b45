import { rootDocuments } from './sign-in-paths.ts';

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
