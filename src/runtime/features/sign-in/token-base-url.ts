import type { AuthContext } from '../../define/auth-context.ts';

/**
 * Public address of this server as a token names it: a call does not know under which name its request came.
 * @param entryPath of the MCP endpoint
 */
export function tokenBaseUrl({ claims }: Pick<AuthContext, 'claims'>, entryPath: string): string {
  const { aud, iss } = claims;
  const audience = Array.isArray(aud) ? aud[0] : aud;
  if (typeof audience !== 'string') return typeof iss === 'string' ? iss : '';
  const trimmed = audience.replace(/\/$/, '');
  const path = entryPath === '/' ? '' : entryPath;
  return trimmed.endsWith(path) ? trimmed.slice(0, trimmed.length - path.length) : trimmed;
}
