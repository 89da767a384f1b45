import type { AccessTokens } from '../tokens/access-tokens.ts';
import type { IssuingSettings } from '../local-settings.ts';
import type { AuthPages } from '../pages/page-types.ts';
import type { GrantRecords } from '../records/grant-records.ts';
import type { SignedInShare } from '../records/signed-in-share.ts';
import type { PendingSignIns } from '../records/pending-sign-ins.ts';
import type { RefreshTokens } from '../records/refresh-tokens.ts';
import type { RegisteredClients } from '../clients/registered-clients.ts';
import type { AuthorizationServices } from '../authorization-services.ts';
import type { ClientSource } from '../clients/client.ts';

/** What the endpoints lean on, built once from parts, options and extensions. */
export interface SignInServer extends AuthorizationServices {
  readonly settings: IssuingSettings;
  readonly pages: AuthPages;
  /** Asked in this order. */
  readonly clientSources: readonly ClientSource[];
  readonly registered: RegisteredClients;
  readonly pending: PendingSignIns;
  readonly signedIn: SignedInShare;
  readonly grantRecords: GrantRecords;
  readonly refreshTokens: RefreshTokens;
  readonly accessTokens: AccessTokens;
}
