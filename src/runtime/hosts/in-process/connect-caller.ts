import type { AuthContext } from '../../define/index.ts';
import type { Application } from '../../features/application/compose.ts';
import { callerOf } from './caller.ts';
import type { ConnectOptions } from './client.ts';
import { identifyToken, refuseSecondCaller } from './identify-token.ts';
import type { SessionOpening } from './session.ts';

type Caller = Pick<SessionOpening, 'auth' | 'identify'>;

/** @throws {ServiceError} a token that is refused, or a user beside it */
export async function connectCaller(application: Application, { authToken, session = {} }: ConnectOptions): Promise<Caller> {
  const { id, user } = session;
  if (authToken === undefined)
    return { auth: callerOf({ ...(id === undefined ? {} : { sessionId: id }), ...(user === undefined ? {} : { user }) }) };
  refuseSecondCaller('authToken', { 'session.user': user });
  const identify = (): Promise<AuthContext> => identifyToken(application, authToken, 'authToken');
  return { auth: await identify(), identify };
}
