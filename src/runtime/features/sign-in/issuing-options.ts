import type { LocalAuthOptions, RemoteAuthOptions } from '../../define/auth-options.ts';
import type { ServerRuntime } from '../../mcp/call/server-runtime.ts';

/** `auth` of a server that issues its own tokens; undefined for every other. */
export function issuingOptions({ declared }: Pick<ServerRuntime, 'declared'>): LocalAuthOptions | RemoteAuthOptions | undefined {
  const { auth } = declared;
  return auth?.mode === 'local' || auth?.mode === 'remote' ? auth : undefined;
}
