import type { JsonObject } from '../../../model/index.ts';
import type { HttpExchange } from '../../../web/exchange.ts';
import type { CallerVerdict } from '../../verify/challenge.ts';
import type { GrantRecords } from '../records/grant-records.ts';
import type { ServerAddress } from '../address/server-address.ts';
import type { AuthorizationServices } from '../authorization-services.ts';
import type { ClientSource } from '../clients/client.ts';
import type { AuthEndpoint } from '../endpoints/auth-endpoint.ts';
import type { Grant } from '../grants/grant.ts';
import type { SignInFlow, SignInStep, UserCheck } from './sign-in-step.ts';
import type { SignInServer } from './sign-in-server.ts';

/** Names the caller of a request by its token, or refuses it. */
export type IdentifyCaller = (exchange: HttpExchange) => Promise<CallerVerdict>;

/** What further features bring to the authorization server. */
export interface SignInExtensions {
  readonly clientSources?: readonly ClientSource[];
  readonly steps?: readonly SignInStep[];
  readonly grants?: readonly Grant[];
  readonly endpoints?: readonly AuthEndpoint[];
  /** Endpoints that lean on the whole server; asked once it is put together. */
  readonly serverEndpoints?: (server: SignInServer) => readonly AuthEndpoint[];
  /** In place of the form: at most one. */
  readonly userCheck?: UserCheck;
  /** A page before the one of the check. */
  readonly aroundUserCheck?: (check: UserCheck) => UserCheck;
  /** In place of the plain records: at most one. */
  readonly grantRecords?: GrantRecords;
  /** A further check of callers whose token is good. */
  readonly guardCallers?: (identify: IdentifyCaller) => IdentifyCaller;
  /** Where `credentials` of `authenticate` go: the vault of the user. At most one. */
  readonly keepCredentials?: (sub: string, credentials: JsonObject) => Promise<void>;
  /** Members added to the authorization-server metadata. */
  readonly metadata?: (address: ServerAddress) => JsonObject;
}

/**
 * Contributed by the features that stand before `local-auth`, which calls each once with the parts it has built. `flow` works
 * once the server is put together, not before. Steps keep the order of the features.
 */
export type SignInExtension = (parts: AuthorizationServices, flow: SignInFlow) => SignInExtensions;
