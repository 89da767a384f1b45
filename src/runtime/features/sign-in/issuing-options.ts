import type { LocalAuthOptions, RemoteAuthOptions } from '../../define/auth-options.ts';
import type { ServerRuntime } from '../../mcp/call/server-runtime.ts';

/** `auth` of a server that issues its own tokens; undefined for every other. */
export function issuingOptions({ declared }: Pick<ServerRuntime, 'declared'>): LocalAuthOptions | RemoteAuthOptions | undefined {
  const { auth } = declared;
  return isIssuing(auth) ? auth : undefined;
}

/** The rest was checked with the other options before anything was built. */
const isIssuing = (auth: unknown): auth is LocalAuthOptions | RemoteAuthOptions =>
  typeof auth === 'object' && auth !== null && 'mode' in auth && (auth.mode === 'local' || auth.mode === 'remote');
