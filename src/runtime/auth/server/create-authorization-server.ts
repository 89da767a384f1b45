import type { JsonObject } from '../../model/index.ts';
import { AccessTokenVerifier } from '../verify/access-token.ts';
import { createSecretCheck } from '../verify/token-key.ts';
import { createTokenGuard } from '../verify/token-guard.ts';
import { AccessTokens } from './tokens/access-tokens.ts';
import { createDeclaredClients, openClients } from './clients/find-client.ts';
import { RegisteredClients } from './clients/registered-clients.ts';
import { authorize } from './endpoints/authorize.ts';
import { callback, submitForm } from './endpoints/callback.ts';
import { discovery, resourceMetadataUrl } from './endpoints/discovery.ts';
import { register } from './endpoints/register.ts';
import { token } from './endpoints/token.ts';
import { userinfo } from './endpoints/userinfo.ts';
import { SignInRun } from './sign-in/flow.ts';
import { authorizationCode } from './grants/authorization-code.ts';
import { refreshToken } from './grants/refresh-token.ts';
import type { IssuingSettings } from './local-settings.ts';
import type { AuthPages } from './pages/page-types.ts';
import { GrantRecords } from './records/grant-records.ts';
import { SignedInShare } from './records/signed-in-share.ts';
import { PendingSignIns } from './records/pending-sign-ins.ts';
import { RefreshTokens } from './records/refresh-tokens.ts';
import type { IdentifyCaller, SignInExtension, SignInExtensions } from './sign-in/sign-in-extensions.ts';
import type { AuthorizationServices } from './authorization-services.ts';
import type { AuthEndpoint } from './endpoints/auth-endpoint.ts';
import type { SignInFlow, UserCheck } from './sign-in/sign-in-step.ts';
import type { SignInServer } from './sign-in/sign-in-server.ts';
import { issuersAt } from './address/server-address.ts';
import { sameUrl } from './address/urls.ts';

export interface AuthorizationServerOptions {
  readonly parts: AuthorizationServices;
  /** `mode` of the callers. */
  readonly mode: string;
  readonly settings: IssuingSettings;
  readonly pages: AuthPages;
  /** Makes the check of users that is used when no extension brings one. */
  readonly userCheck: (extensions: readonly SignInExtensions[]) => UserCheck;
  readonly extensions: readonly SignInExtension[];
  readonly resourcePaths: readonly string[];
  readonly issuerPaths: readonly string[];
  readonly pinned: boolean;
}

export interface AuthorizationServer {
  readonly endpoints: readonly AuthEndpoint[];
  /** Names the caller of the MCP endpoint and of routes with `auth: true`. */
  readonly identify: IdentifyCaller;
}

/** The authorization server of one MCP server. */
export function createAuthorizationServer(options: AuthorizationServerOptions): AuthorizationServer {
  const { parts } = options;
  const flow = new LateFlow();
  const extensions = options.extensions.map((extend) => extend(parts, flow));
  const server = createServer(options, extensions);
  const run = new SignInRun(
    server,
    extensions.flatMap(({ steps = [] }) => steps),
  );
  const check = extensions.find((extension) => extension.userCheck !== undefined)?.userCheck ?? options.userCheck(extensions);
  const userCheck = extensions.reduce((inner, { aroundUserCheck }) => aroundUserCheck?.(inner) ?? inner, check);
  const submit = submitForm(server, run, userCheck);
  Object.assign(flow, run, { submit });
  const grants = [authorizationCode(server), refreshToken(server), ...extensions.flatMap((extension) => extension.grants ?? [])];
  const identify = extensions.reduce((inner, { guardCallers }) => guardCallers?.(inner) ?? inner, createIdentify(options));
  return {
    identify,
    endpoints: [
      ...discovery(server, {
        ...options,
        metadata: (address) => extensions.reduce<JsonObject>((members, { metadata }) => ({ ...members, ...metadata?.(address) }), {}),
        grantTypes: grants.map(({ type }) => type).filter((type) => type !== 'anonymous'),
      }),
      { method: 'POST', path: '/oauth/register', noStore: true, answer: register(server) },
      { method: 'GET', path: '/oauth/authorize', refusesCors: true, answer: authorize(server, userCheck) },
      { method: 'POST', path: '/oauth/callback', refusesCors: true, answer: callback(server, submit) },
      { method: 'POST', path: '/oauth/token', noStore: true, answer: token(parts, grants) },
      { method: 'GET', path: '/oauth/userinfo', answer: userinfo(identify) },
      ...extensions.flatMap(({ endpoints = [], serverEndpoints }) => [...endpoints, ...(serverEndpoints?.(server) ?? [])]),
    ],
  };
}

function createServer({ pages, parts, settings }: AuthorizationServerOptions, extensions: readonly SignInExtensions[]): SignInServer {
  const { clock, keys, signInStore, store } = parts;
  const registered = new RegisteredClients(store, settings.registration.maxDynamicClients, clock);
  return {
    ...parts,
    settings,
    pages,
    registered,
    clientSources: [
      createDeclaredClients(settings.registration.clients, settings.registration.privateUseSchemes),
      registered,
      ...extensions.flatMap(({ clientSources = [] }) => clientSources),
      ...(settings.requireRegisteredClients ? [] : [openClients]),
    ],
    pending: new PendingSignIns(signInStore, clock),
    signedIn: new SignedInShare(clock),
    grantRecords:
      extensions.find((extension) => extension.grantRecords !== undefined)?.grantRecords ?? new GrantRecords(signInStore, clock),
    refreshTokens: new RefreshTokens(keys),
    accessTokens: new AccessTokens(keys, clock),
  };
}

/** A token is for this server, whatever path the request came to, or for one of `expectedAudience`. */
function createIdentify({ mode, parts, settings }: AuthorizationServerOptions): IdentifyCaller {
  const { addressOf, clock, issuerFollowsAddress, keys } = parts;
  const { expectedAudience = [] } = settings;
  return createTokenGuard({
    verifier: new AccessTokenVerifier({ check: createSecretCheck(keys.accessTokens, clock), clock, mode }),
    expectedAt: (exchange) => {
      const address = addressOf(exchange);
      const { issuer, resource } = address;
      const accepts = (audience: string): boolean => sameUrl(audience, resource) || expectedAudience.some((one) => sameUrl(audience, one));
      return { issuer, issuers: issuerFollowsAddress === true ? issuersAt(address, expectedAudience) : [], accepts };
    },
    metadataAt: (exchange) => resourceMetadataUrl(addressOf(exchange).baseUrl),
  });
}

/** Extensions are made before the sign-in that they extend, and use it once a request is there: by then it is filled in. */
class LateFlow implements SignInFlow {
  declare readonly find: SignInFlow['find'];
  declare readonly exclusive: SignInFlow['exclusive'];
  declare readonly replace: SignInFlow['replace'];
  declare readonly submit: SignInFlow['submit'];
  declare readonly identify: SignInFlow['identify'];
  declare readonly proceed: SignInFlow['proceed'];
}
