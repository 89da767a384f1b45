import { standardSecurityHeaders, uncached } from '../http/headers/security.ts';
import { isOwnHost } from '../web/request-origin.ts';

/** The answer to what no client of ours sends: no server is started for it. */
export const answerMalformed = (): Response =>
  Response.json(
    { error: 'Bad Request', message: 'Malformed request' },
    { status: 400, headers: { ...standardSecurityHeaders.sent, ...uncached } },
  );

/**
 * Whether the URL of a request names the host that its client asked for. Platforms resolve what stands in the request line against the
 * `Host` header, so that `//evil.example/mcp` becomes `/mcp` of another host.
 */
export function isOnOwnHost({ headers, url }: Request): boolean {
  const { host, protocol } = new URL(url);
  const asked = headers.get('host');
  const names = (named: string | null): boolean => named !== null && isOwnHost(named) && new URL(`${protocol}//${named}`).host === host;
  if (asked === null) return true;
  // A proxy of the platform may pass the public host on beside its own.
  return isOwnHost(asked) && (names(asked) || names(headers.get('x-forwarded-host')));
}
