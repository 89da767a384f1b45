import type { ServerAddress } from './address/server-address.ts';
import type { OwnPages } from './own-pages/own-page.ts';
import type { AuthKeys } from './tokens/keys.ts';
import type { Clock, Logger } from '../../std/index.ts';
import type { Store } from '../../model/store.ts';
import type { HttpExchange } from '../../web/exchange.ts';

/** What every part of the authorization server leans on; built once. */
export interface AuthorizationServices {
  /** Clients, tickets and the vault. */
  readonly store: Store;
  /** What signing in leads to: open sign-ins, grants and consent. Records are sealed with a key of this server where others reach the store. */
  readonly signInStore: Store;
  readonly keys: AuthKeys;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly fetch: typeof fetch;
  readonly production: boolean;
  readonly addressOf: (exchange: HttpExchange) => ServerAddress;
  /** Neither an option nor a variable names the issuer: it is the address of the request. */
  readonly issuerFollowsAddress?: boolean;
  /** Left by the feature `auth-ui`. */
  readonly ownPages?: OwnPages | undefined;
}
