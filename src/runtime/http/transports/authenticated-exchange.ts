import type { AuthContext } from '../../define/auth-context.ts';
import type { HttpExchange } from '../../web/exchange.ts';

/** An exchange whose caller is known. */
export interface AuthenticatedExchange {
  readonly exchange: HttpExchange;
  readonly auth: AuthContext;
  /** Where the session is not named by a header. */
  readonly sessionId?: string | undefined;
}
