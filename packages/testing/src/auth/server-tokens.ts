import { endpointOf } from '../servers/server-handle.ts';
import type { UseOptions } from '../servers/server-options.ts';
import { TestTokenFactory } from './token-factory.ts';

/** Tokens as the server under test would issue them: its address is the issuer, its endpoint the audience. */
export function serverTokens(baseUrl: string, { entryPath, env }: UseOptions): TestTokenFactory {
  const issuer = (env?.['SERVICE_PUBLIC_URL'] ?? baseUrl).replace(/\/$/, '');
  const secret = env?.['JWT_SECRET'];
  return new TestTokenFactory({
    issuer,
    audience: endpointOf(issuer, entryPath).href.replace(/\/$/, ''),
    ...(secret === undefined ? {} : { secret }),
  });
}
