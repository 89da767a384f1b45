import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sha256Text } from '../../../std/index.ts';
import type { HttpExchange } from '../../../web/exchange.ts';
import { parseFields } from '../../../web/form.ts';
import { Parameters } from '../endpoints/parameters.ts';
import { RedirectProblem, SignInProblem } from '../responses/problems.ts';
import type { Client } from '../clients/client.ts';
import type { PendingSignIn } from '../sign-in/pending-sign-in.ts';
import { checkClientAllowed } from './check-client-allowed.ts';
import { checkClient, unknownClient } from './check-client.ts';
import { checkPkce } from './check-pkce.ts';
import { checkRedirectUri } from './check-redirect-uri.ts';
import { checkResource, findWrongResource } from './check-resource.ts';
import { checkResponseType } from './check-response-type.ts';
import { checkSignInCookie } from './check-sign-in-cookie.ts';
import { checkQueryText } from './check-query-text.ts';
import { checkState } from './check-state.ts';

const address = { baseUrl: 'http://localhost:3000', issuer: 'http://localhost:3000', resource: 'http://localhost:3000/mcp' };
const asked = (query: string): Parameters => new Parameters(parseFields(query), (message) => new SignInProblem(message));
const clientOf = (source: Client['source'], redirectUris: readonly string[] = []): Client => ({
  clientId: 'c1',
  redirectUris,
  tokenEndpointAuthMethod: 'none',
  grantTypes: [],
  responseTypes: [],
  source,
});

const page = (message: string) => (failure: unknown) => failure instanceof SignInProblem && failure.message === message;
const redirect = (error: string, message: string) => (failure: unknown) =>
  failure instanceof RedirectProblem && failure.error === error && failure.message === message;

async function refusal(run: () => Promise<unknown>): Promise<unknown> {
  try {
    await run();
  } catch (failure) {
    return failure;
  }
  return assert.unreachable();
}

test('[D1.authorize.response-type] only code', () => {
  checkResponseType(asked('response_type=code'));
  assert.throws(() => checkResponseType(asked('response_type=token')), page('response_type must be "code"'));
  assert.throws(() => checkResponseType(asked('')), page('response_type is required'));
});

test('[D1.authorize.client-id] a client that no source knows is the page that says how to become known', async () => {
  const sources = [{ find: (id: string) => Promise.resolve(id === 'c1' ? clientOf('options') : undefined) }];
  assert.is((await checkClient(asked('client_id=c1'), sources, address)).clientId, 'c1');
  assert.ok(page(unknownClient)(await refusal(() => checkClient(asked('client_id=c2'), sources, address))));
});

test('[D1.authorize.allowed-clients] a listed client, a metadata document and a server without a list pass', () => {
  checkClientAllowed(clientOf('registered'), undefined);
  checkClientAllowed(clientOf('registered'), ['c0', 'c1']);
  checkClientAllowed(clientOf('cimd'), ['c0']);
  checkClientAllowed(clientOf('open'), ['c1']);
});

test('[D1.authorize.allowed-clients] a registered client gets a redirect, an unregistered one the page of unknown clients', () => {
  for (const source of ['registered', 'options'] as const)
    assert.throws(() => checkClientAllowed(clientOf(source), ['c0']), redirect('unauthorized_client', 'Client c1 may not sign in here'));
  assert.throws(() => checkClientAllowed(clientOf('open'), ['c0']), page(unknownClient));
});

test('[D1.authorize.redirect-uri] exactly one of the registered texts', () => {
  const uri = 'http://localhost:5000/callback';
  const rules = { allowedRedirectUris: undefined, privateUseSchemes: [], wrongResource: undefined };
  assert.is(checkRedirectUri(asked(`redirect_uri=${uri}`), clientOf('registered', [uri]), rules), uri);
  const other = asked('redirect_uri=http://localhost:5001/callback');
  const notRegistered = 'redirect_uri is not registered for this client';
  assert.throws(() => checkRedirectUri(other, clientOf('registered', [uri]), rules), page(notRegistered));
  // Whom somebody registered is not helped by the list for those whom nobody did.
  const listed = { ...rules, allowedRedirectUris: ['http://localhost:*/callback'] };
  assert.throws(() => checkRedirectUri(other, clientOf('registered', [uri]), listed), page(notRegistered));
  assert.throws(
    () => checkRedirectUri(asked('redirect_uri=javascript:1'), clientOf('registered', ['javascript:1']), rules),
    page('redirect URI "javascript:1" must be an absolute http or https URL'),
  );
});

test('[R5.open-clients] an unregistered client is held to the list when there is one', () => {
  const uri = 'https://anywhere.example/callback';
  const at = (allowedRedirectUris: readonly string[] | undefined) => () =>
    checkRedirectUri(asked(`redirect_uri=${uri}`), clientOf('open'), {
      allowedRedirectUris,
      privateUseSchemes: [],
      wrongResource: undefined,
    });
  assert.is(at(undefined)(), uri);
  assert.is(at(['https://other.example/', uri])(), uri);
  assert.throws(at(['https://other.example/']), page('redirect_uri is not registered for this client'));
});

test('[R5.both-wrong] a wrong resource is reported together with the wrong redirect URI', () => {
  const rules = { allowedRedirectUris: undefined, privateUseSchemes: [], wrongResource: 'and the resource' };
  const at = (uri: string) => () => checkRedirectUri(asked(`redirect_uri=${uri}`), clientOf('registered'), rules);
  assert.throws(at('https://a.example/'), page('redirect_uri is not registered for this client. and the resource'));
  assert.throws(at('ftp://a.example/'), page('redirect URI "ftp://a.example/" must be an absolute http or https URL. and the resource'));
});

test('[D1.authorize.challenge] 43 to 128 characters of base64url', () => {
  const at = (length: number, more = '') => checkPkce(asked(`code_challenge=${'a'.repeat(length)}${more}`));
  assert.is(at(43), 'a'.repeat(43));
  assert.is(at(128, '&code_challenge_method=S256'), 'a'.repeat(128));
  for (const length of [42, 129]) assert.throws(() => at(length), page('code_challenge must be 43 to 128 characters of base64url'));
  assert.throws(() => at(43, '~'), page('code_challenge must be 43 to 128 characters of base64url'));
});

test('[D1.authorize.method] only S256', () => {
  const query = `code_challenge=${'a'.repeat(43)}&code_challenge_method=`;
  for (const method of ['plain', 's256']) assert.throws(() => checkPkce(asked(query + method)), page('code_challenge_method must be S256'));
});

test('[D1.authorize.resource] another resource: a redirect for registered clients, a page for others', () => {
  const text = 'Invalid resource parameter: does not match server resource URI';
  assert.is(checkResource(asked(''), address, clientOf('registered')), address.resource);
  for (const spelled of ['HTTP://LOCALHOST:3000/mcp/', `http://localhost:${'0'.repeat(9000)}3000/mcp`])
    assert.is(checkResource(asked(`resource=${spelled}`), address, clientOf('registered')), address.resource, 'kept in our own spelling');
  const wrong = asked('resource=https://other.example/mcp');
  assert.is(findWrongResource(wrong, address), text);
  assert.is(findWrongResource(asked(''), address), undefined);
  for (const source of ['registered', 'options', 'cimd'] as const)
    assert.throws(() => checkResource(wrong, address, clientOf(source)), redirect('invalid_request', text));
  assert.throws(() => checkResource(wrong, address, clientOf('open')), page(text));
});

test('[D1.authorize.state] goes back as it came, up to 4096 characters', () => {
  assert.is(checkState(asked('')), undefined);
  assert.is(checkState(asked(`state=${'s'.repeat(4096)}`))?.length, 4096);
  assert.throws(() => checkState(asked(`state=${'s'.repeat(4097)}`)), page('state is longer than 4096 characters'));
});

test('[D1.authorize.state] bytes that are no UTF-8 would come back as others, so they are refused', () => {
  for (const query of ['', 'state=%EF%BF%BD', 'state=\ufffd', 'state=100%', 'state=%zz', 'state=a+b%2B%E2%82%AC']) checkQueryText(query);
  for (const query of ['state=%ff', 'state=%ED%A0%80', 'state=%EF%BF%BD%ff', 'x=%c3&state=a'])
    assert.throws(() => checkQueryText(query), page('The request must be percent-encoded as UTF-8'), query);
});

test('[D1.callback.cookie] one value of the cookie is the one of the sign-in', async () => {
  const signIn = { id: 'abcdefghijklmnop', cookieHash: await sha256Text('right') } as PendingSignIn;
  const sent = (cookie: string | undefined): HttpExchange =>
    ({ header: (name: string) => (name === 'cookie' ? cookie : undefined) }) as HttpExchange;
  const named = 'service_signin_abcdefghijkl';
  await checkSignInCookie(sent(`${named}=right`), signIn, address);
  await checkSignInCookie(sent(`${named}=foreign; ${named}=right`), signIn, address);
  const many = Array.from({ length: 8 }, () => `${named}=foreign`).join('; ');
  for (const cookie of [undefined, `${named}=wrong`, `__Host-${named}=right`, `${many}; ${named}=right`])
    assert.instance(await refusal(() => checkSignInCookie(sent(cookie), signIn, address)), SignInProblem);
});

test.run();
