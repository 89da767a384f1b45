import { randomId, sha256Text } from '../../../std/index.ts';
import type { HttpAnswer, HttpExchange } from '../../../web/exchange.ts';
import { addressShareOf } from '../../../web/address-share.ts';
import { parseFields } from '../../../web/form.ts';
import { checkClientAllowed } from '../checks/check-client-allowed.ts';
import { checkClient } from '../checks/check-client.ts';
import { checkPkce } from '../checks/check-pkce.ts';
import { checkRedirectUri, type CheckedRedirectUri } from '../checks/check-redirect-uri.ts';
import { checkQueryText } from '../checks/check-query-text.ts';
import { checkResource, findWrongResource } from '../checks/check-resource.ts';
import { checkResponseType } from '../checks/check-response-type.ts';
import { checkState } from '../checks/check-state.ts';
import { answerWithPage } from '../responses/error-response.ts';
import { signInSeconds } from '../tokens/lifetimes.ts';
import { Parameters } from './parameters.ts';
import { RedirectProblem, SignInProblem } from '../responses/problems.ts';
import { redirectTo } from '../responses/redirect.ts';
import { grantScopes } from '../tokens/scopes.ts';
import { signInCookie } from '../sign-in/sign-in-cookie.ts';
import type { AskedAddress, ServerAddress } from '../address/server-address.ts';
import type { Client } from '../clients/client.ts';
import type { PendingSignIn } from '../sign-in/pending-sign-in.ts';
import type { UserCheck } from '../sign-in/sign-in-step.ts';
import type { SignInServer } from '../sign-in/sign-in-server.ts';

/** Characters of a query; proxies and browsers stop earlier. */
const maxQueryLength = 16_384;

/** `GET /oauth/authorize`: the checks in the order of `D1.authorize.redirect-uri` and its neighbours, then a page and its cookie. */
export const authorize =
  (server: SignInServer, userCheck: UserCheck) =>
  (exchange: HttpExchange): Promise<HttpAnswer> =>
    answerWithPage(server.logger, server.pages, async () => {
      // A look by HEAD begins nothing.
      if (exchange.method !== 'GET') return { status: 405, headers: { allow: 'GET' } };
      if (exchange.query.length > maxQueryLength) throw new SignInProblem('The request is too long');
      checkQueryText(exchange.query);
      const parameters = new Parameters(parseFields(exchange.query), (message) => new SignInProblem(message));
      const address = server.addressOf(exchange);
      const target = await checkRedirectTarget(server, parameters, { ...address, from: addressShareOf(exchange) });
      try {
        return await begin(server, userCheck, { exchange, parameters, address, ...target });
      } catch (failure) {
        if (failure instanceof RedirectProblem) return redirectProblem(failure, { parameters, address, ...target });
        throw failure;
      }
    });

interface RedirectTarget {
  readonly client: Client;
  readonly redirectUri: CheckedRedirectUri;
}

/** Who asks, and where answers may go. Until both are known every problem is a page. */
async function checkRedirectTarget(server: SignInServer, parameters: Parameters, address: AskedAddress): Promise<RedirectTarget> {
  checkResponseType(parameters);
  const client = await checkClient(parameters, server.clientSources, address);
  const redirectUri = checkRedirectUri(parameters, client, {
    allowedRedirectUris: server.settings.registration.allowedRedirectUris,
    privateUseSchemes: server.settings.registration.privateUseSchemes,
    wrongResource: findWrongResource(parameters, address),
  });
  return { client, redirectUri };
}

interface Request extends RedirectTarget {
  readonly parameters: Parameters;
  readonly address: ServerAddress;
}

async function begin(server: SignInServer, userCheck: UserCheck, request: Request & { exchange: HttpExchange }): Promise<HttpAnswer> {
  const { address, client, exchange, parameters, redirectUri } = request;
  const { allowedScopes, registration } = server.settings;
  checkClientAllowed(client, registration.allowedClientIds);
  const codeChallenge = checkPkce(parameters);
  const resource = checkResource(parameters, address, client);
  const cookie = randomId(32);
  const state = checkState(parameters);
  const signIn: PendingSignIn = {
    id: randomId(),
    cookieHash: await sha256Text(cookie),
    csrf: randomId(),
    clientId: client.clientId,
    clientName: client.clientName,
    ...(client.source === 'cimd' ? { clientHost: new URL(client.clientId).host } : {}),
    redirectUri,
    codeChallenge,
    ...(client.source === 'page' ? { isPage: true } : {}),
    scopes: client.source === 'page' ? [] : grantScopes(parameters.get('scope') ?? '', allowedScopes),
    state,
    resource,
    issuer: address.issuer,
    expiresAt: server.clock() + signInSeconds * 1000,
    attempts: 0,
    ...readApps(parameters),
    settled: {},
    stepClaims: {},
    redirectMembers: {},
  };
  await server.pending.add(signIn, addressShareOf(exchange));
  const page = await userCheck.ask({ signIn, client, address, exchange });
  return { ...page, headers: { ...page.headers, 'set-cookie': signInCookie(signIn, address, cookie) } };
}

/** Characters of each; a stranger's request is kept for ten minutes, and names of apps and tools are short. */
const maxNamesLength = 1024;

/** What incremental authorization reads: apps to tick, or the one app that a call was refused for. */
function readApps(parameters: Parameters): Pick<PendingSignIn, 'apps' | 'incremental'> {
  const read = (name: string): string | undefined => {
    const value = parameters.get(name);
    if (value !== undefined && value.length > maxNamesLength)
      throw new SignInProblem(`${name} is longer than ${maxNamesLength} characters`);
    return value;
  };
  const apps = read('apps')
    ?.split(/[\s,]+/)
    .filter((app) => app !== '');
  const [app, tool] = [read('app'), read('tool')];
  const single = parameters.get('mode') === 'incremental' && app !== undefined;
  return {
    apps,
    ...(single ? { incremental: { app, tool } } : {}),
  };
}

function redirectProblem(problem: RedirectProblem, { address, parameters, redirectUri }: Request): HttpAnswer {
  const members = { error: problem.error, error_description: problem.message, state: parameters.get('state'), iss: address.issuer };
  return redirectTo(redirectUri, members);
}
