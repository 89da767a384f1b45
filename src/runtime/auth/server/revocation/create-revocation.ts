import { refuseToken } from '../../verify/challenge.ts';
import { resourceMetadataUrl } from '../endpoints/discovery.ts';
import type { SignInExtensions } from '../sign-in/sign-in-extensions.ts';
import type { AuthorizationServices } from '../authorization-services.ts';
import { grantClaim, GrantRecords, type GrantRecord } from '../records/grant-records.ts';
import type { HttpAnswer, HttpExchange } from '../../../web/exchange.ts';
import { AccessTokenVerifier, TokenRefused } from '../../verify/access-token.ts';
import { createSecretCheck } from '../../verify/token-key.ts';
import { readClientCredentials } from '../checks/check-client-credentials.ts';
import { checkGrantedClient } from '../checks/check-granted-client.ts';
import { readParameters } from '../endpoints/parameters.ts';
import { answerOAuth, noStore } from '../responses/error-response.ts';
import { OAuthProblem } from '../responses/problems.ts';
import type { SignInServer } from '../sign-in/sign-in-server.ts';
import type { Clock } from '../../../std/index.ts';
import type { Store } from '../../../model/store.ts';
import { consentPrefix } from '../consent/consent-records.ts';
import { isWithdrawn, withdrawalOf, withdrawAll } from '../records/withdrawals.ts';

/** `/oauth/revoke`, its lines in the metadata, and the check that makes access tokens end with their grant. */
export const createRevocation = ({ addressOf }: AuthorizationServices, grantRecords: RevocableGrants): SignInExtensions => ({
  grantRecords,
  serverEndpoints: (server) => [{ method: 'POST', path: '/oauth/revoke', noStore: true, answer: revoke(server) }],
  metadata: ({ baseUrl }) => ({
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    revocation_endpoint_auth_methods_supported: ['none', 'client_secret_post', 'client_secret_basic'],
  }),
  guardCallers: (identify) => async (exchange) => {
    const verdict = await identify(exchange);
    if ('answer' in verdict) return verdict;
    const { claims, user } = verdict.auth;
    const grantId = claims[grantClaim];
    // Anonymous tokens have no grant, nor have those from before the option was set: they live a day and an hour at most.
    if (typeof grantId !== 'string') return verdict;
    const { baseUrl, issuer } = addressOf(exchange);
    if (await grantRecords.isLive({ grantId, issuer, sub: user.sub })) return verdict;
    return { answer: refuseToken('The token was revoked', { resourceMetadata: resourceMetadataUrl(baseUrl) }) };
  },
});

/** Whose a token is, and the grant it came from. */
interface TokenOwner {
  readonly clientId: unknown;
  readonly grantId: unknown;
}

/**
 * `POST /oauth/revoke` (RFC 7009): a client ends its grant by either of its tokens. `token_type_hint` is not read: the two kinds cannot be
 * taken for each other. What is no token of this server is answered as if it had been revoked, so that callers cannot probe which tokens exist.
 */
function revoke(server: SignInServer): (exchange: HttpExchange) => Promise<HttpAnswer> {
  const { clock, grantRecords, keys, logger } = server;
  const verifier = new AccessTokenVerifier({ check: createSecretCheck(keys.accessTokens, clock), clock, mode: 'local' });
  const findOwner = async (token: string, issuer: string): Promise<TokenOwner | undefined> =>
    (await ownerOfRefreshToken(server, token, issuer)) ?? (await ownerOfAccessToken(verifier, token, issuer));
  return (exchange) =>
    answerOAuth(logger, async () => {
      const { parameters } = await readParameters(exchange);
      const address = server.addressOf(exchange);
      const token = parameters.require('token');
      const credentials = readClientCredentials(exchange, parameters);
      await checkGrantedClient(credentials, server, address);
      const owner = await findOwner(token, address.issuer);
      if (owner === undefined) return revoked;
      if (owner.clientId !== credentials.clientId) throw new OAuthProblem('invalid_grant', 'Client ID does not match');
      if (typeof owner.grantId !== 'string')
        throw new OAuthProblem('unsupported_token_type', 'This access token belongs to no grant: it ends when it expires');
      await grantRecords.cancel(owner.grantId);
      logger.info('a client revoked its grant', { clientId: credentials.clientId });
      return revoked;
    });
}

const revoked: HttpAnswer = { status: 200, headers: noStore };

/** A retired token counts too: its holder may end the family, as reusing it would. */
async function ownerOfRefreshToken(server: SignInServer, token: string, issuer: string): Promise<TokenOwner | undefined> {
  const presented = server.refreshTokens.parse(token);
  const grant = presented === undefined ? undefined : await server.grantRecords.find(presented.grantId, issuer);
  if (presented === undefined || grant === undefined || !(await server.refreshTokens.isGenuine(presented, grant))) return undefined;
  return { clientId: grant.clientId, grantId: grant.id };
}

async function ownerOfAccessToken(verifier: AccessTokenVerifier, token: string, issuer: string): Promise<TokenOwner | undefined> {
  try {
    const { claims } = await verifier.verify(token, { issuer, accepts: () => true });
    return { clientId: claims['client_id'], grantId: claims[grantClaim] };
  } catch (failure) {
    if (failure instanceof TokenRefused) return undefined;
    throw failure;
  }
}

/** What an access token says of its grant. */
interface TokenGrant {
  readonly grantId: string;
  readonly issuer: string;
  readonly sub: string;
}

/** Grants that end before their time: one at a time, or all of a person. */
export class RevocableGrants extends GrantRecords {
  readonly #store: Store;

  constructor(store: Store, clock: Clock) {
    super(store, clock);
    this.#store = store;
  }

  override async find(id: string, issuer: string): Promise<GrantRecord | undefined> {
    const record = await super.find(id, issuer);
    if (record === undefined) return undefined;
    return isWithdrawn(record.withdrawal, await withdrawalOf(this.#store, record.user.sub)) ? undefined : record;
  }

  override async advance(read: GrantRecord): Promise<GrantRecord | undefined> {
    const next = await super.advance(read);
    // In the answer only: what is kept need not repeat its own id.
    return next === undefined ? undefined : { ...next, claims: { ...next.claims, [grantClaim]: next.id } };
  }

  /** Whether an access token of this grant is still good. */
  async isLive({ grantId, issuer, sub }: TokenGrant): Promise<boolean> {
    const [record, withdrawal] = await Promise.all([super.find(grantId, issuer), withdrawalOf(this.#store, sub)]);
    return record !== undefined && record.cancelled !== true && !isWithdrawn(record.withdrawal, withdrawal);
  }

  /** Ends every grant of a person, and forgets what they agreed to. */
  async withdraw(sub: string): Promise<void> {
    await withdrawAll(this.#store, sub);
    const agreements = await this.#store.keys(consentPrefix(sub));
    await Promise.all(agreements.map((key) => this.#store.delete(key)));
  }
}
