import { anonymousCaller, createAuthContext } from '../../define/index.ts';
import type { AuthContext } from '../../define/index.ts';
import type { JsonObject } from '../../model/index.ts';

/** Who an in-process call is made for; the embedding program vouches for it. */
export interface CallerGiven {
  readonly sessionId?: string;
  readonly user?: JsonObject;
  /** Further claims. */
  readonly extra?: JsonObject;
}

/** Anonymous unless the embedding program names a person by `user.sub` or `user.id`. */
export function callerOf({ sessionId, user, extra }: CallerGiven = {}): AuthContext {
  const sub = user?.['sub'] ?? user?.['id'];
  if (typeof sub !== 'string' && sessionId === undefined && extra === undefined) return anonymousCaller;
  const text = (key: 'name' | 'email' | 'picture'): JsonObject => (typeof user?.[key] === 'string' ? { [key]: user[key] } : {});
  return createAuthContext({
    mode: 'public',
    isAnonymous: typeof sub !== 'string',
    user: { sub: typeof sub === 'string' ? sub : anonymousCaller.user.sub, ...text('name'), ...text('email'), ...text('picture') },
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(extra === undefined ? {} : { claims: extra }),
  });
}
