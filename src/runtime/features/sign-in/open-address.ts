import { isProduction } from '../../define/index.ts';
import { configInvalid } from '../../errors/index.ts';
import type { HttpSettings } from '../../http/http-settings.ts';
import type { ApplicationCore } from '../application/application-core.ts';

/** Whether the operator says what this server is called: nothing else can tell a forged `Host` from a true one. */
export const isPinned = ({ hosts, publicUrl }: Pick<HttpSettings, 'hosts' | 'publicUrl'>): boolean =>
  publicUrl !== undefined || hosts.hosts !== undefined;

/** Others than programs of this computer reach it: behind a socket file stands a proxy with callers of its own. */
export const isReachable = ({ listening }: Pick<HttpSettings, 'listening'>): boolean =>
  listening?.loopbackOnly !== true || listening.socketPath !== undefined;

const howToPin = 'Set SERVICE_PUBLIC_URL, or SERVICE_ALLOWED_HOSTS';

/** For every mode that takes issuer or audience from the address of a request. */
export const addressWarnings = (http: HttpSettings): readonly string[] =>
  isReachable(http) && !isPinned(http)
    ? [
        `auth: the address of this server is what each request says: a forged Host header would name the issuer and the audience of tokens. ${howToPin}.`,
      ]
    : [];

/**
 * Tokens of a provider are for many servers: with a forged `Host` one that was issued for another server would be for this one.
 * @returns what to warn of
 * @throws {ServiceError} CONFIG_INVALID in production and on a socket file, without a pinned address and `expectedAudience`
 */
export function checkForeignAudience(
  { http, runtime }: Pick<ApplicationCore, 'http' | 'runtime'>,
  audiences: readonly string[],
): readonly string[] {
  if (isPinned(http) || audiences.length > 0) return [];
  if (!isProduction(runtime.environment) && http.listening?.socketPath === undefined) return addressWarnings(http);
  throw configInvalid(
    `auth.mode "transparent" needs to know which tokens are for this server: a forged Host header would make it accept those of other servers. ${howToPin}, or auth.expectedAudience.`,
  );
}
