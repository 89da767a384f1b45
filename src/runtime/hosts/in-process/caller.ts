import { anonymousCaller, createAuthContext, type AuthContext } from '../../define/index.ts';
import type { JsonObject } from '../../model/index.ts';
import type { Application } from '../../features/application/compose.ts';
import type { ConnectOptions } from './client.ts';
import { identifyToken, refuseSecondCaller } from './identify-token.ts';
import type { SessionOpening } from './session.ts';

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

type Caller = Pick<SessionOpening, 'auth' | 'identify'>;

/** @throws {ServiceError} a token that is refused, or a user beside it */
export async function connectCaller(application: Application, { authToken, session = {} }: ConnectOptions): Promise<Caller> {
  const { id, user } = session;
  if (authToken === undefined) return { auth: callerOf({ sessionId: id, user }) };
  refuseSecondCaller('authToken', { 'session.user': user });
  const identify = (): Promise<AuthContext> => identifyToken(application, authToken, 'authToken');
  return { auth: await identify(), identify };
}
