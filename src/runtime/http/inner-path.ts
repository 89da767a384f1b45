import { rootDocuments } from './sign-in-paths.ts';

/**
 * The path of a request as the part that is mounted at a prefix knows it; undefined when the request is not for it. The endpoint keeps its
 * path, because clients are told it; sign-in and metadata are written without the prefix. Compared as received: two spellings are never
 * one place, but for one trailing slash, which the part itself drops from its own paths.
 */
export function innerPath(path: string, prefix: string): string | undefined {
  const document = rootDocuments.find((root) => path === `${root}${prefix}` || path === `${root}${prefix}/`);
  if (document !== undefined) return document;
  if (path !== prefix && !path.startsWith(`${prefix}/`)) return undefined;
  const below = path.slice(prefix.length);
  return below.startsWith('/oauth/') || below.startsWith('/.well-known/') ? below : path;
}
