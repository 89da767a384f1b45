import { refuseToken } from '../../verify/challenge.ts';
import { resourceMetadataUrl } from '../endpoints/discovery.ts';
import type { SignInExtensions } from '../sign-in/sign-in-extensions.ts';
import type { AuthorizationServices } from '../authorization-services.ts';
import { grantClaim } from '../records/grant-records.ts';
import type { RevocableGrants } from './revocable-grants.ts';
import { revoke } from './revoke.ts';

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
