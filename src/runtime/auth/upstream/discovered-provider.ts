import type { RemoteAuthOptions } from '../../define/auth-options.ts';
import type { Json, JsonObject } from '../../model/index.ts';
import type { IdentityProvider } from '../verify/identity-provider.ts';
import { isProviderAddress, ProviderUnavailable } from '../verify/provider-documents.ts';
import type { UpstreamEndpoints, UpstreamProvider } from './upstream-provider.ts';

/** Asked for when the options name none: who the person is, and what the user's facts are. */
const standardScopes = ['openid', 'profile', 'email'];

/** The provider of `auth: { mode: remote }`: options first, its own discovery for the rest. */
export function discoveredProvider(options: RemoteAuthOptions, identity: IdentityProvider): UpstreamProvider {
  const { clientId, clientSecret, provider, providerConfig = {}, scopes = standardScopes } = options;
  const { authEndpoint, id, tokenEndpoint, userInfoEndpoint } = providerConfig;
  return {
    id: id ?? providerId(provider),
    clientId: clientId ?? '',
    clientSecret,
    scopes,
    async endpoints(): Promise<UpstreamEndpoints> {
      // Named by the operator as a whole: nothing has to be discovered.
      if (authEndpoint !== undefined && tokenEndpoint !== undefined)
        return {
          authorization: authEndpoint,
          token: tokenEndpoint,
          userInfo: userInfoEndpoint,
          issuer: undefined,
          namesIssuer: false,
          basic: true,
        };
      const { document, issuer } = await identity.metadata();
      return {
        authorization: authEndpoint ?? required(document, 'authorization_endpoint'),
        token: tokenEndpoint ?? required(document, 'token_endpoint'),
        userInfo: userInfoEndpoint ?? optional(document['userinfo_endpoint']),
        issuer,
        namesIssuer: document['authorization_response_iss_parameter_supported'] === true,
        basic: takesBasic(document['token_endpoint_auth_methods_supported']),
      };
    },
  };
}

/** From the URL: `accounts-example-com`. */
const providerId = (provider: string): string => new URL(provider).host.replaceAll(/[^a-z0-9]+/gi, '-').toLowerCase();

function required(document: JsonObject, name: string): string {
  const address = optional(document[name]);
  if (address === undefined) throw new ProviderUnavailable(`the provider names no ${name} that can be used`);
  return address;
}

const optional = (address: Json | undefined): string | undefined =>
  typeof address === 'string' && isProviderAddress(address) ? address : undefined;

/** RFC 8414: without the member, basic it is. */
const takesBasic = (methods: Json | undefined): boolean => !Array.isArray(methods) || methods.includes('client_secret_basic');
