import { type AuthContext, anonymousCaller, createAuthContext } from '../../define/index.ts';
import type { JsonObject } from '../../model/index.ts';

/** Caller of an in-process call, named by the embedding program without a check. */
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
    sessionId,
    claims: extra,
  });
}
