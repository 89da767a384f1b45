import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sha256Text } from '../../../std/index.ts';
import type { HttpExchange } from '../../../web/exchange.ts';
import { parseFields } from '../../../web/form.ts';
import { Parameters } from '../endpoints/parameters.ts';
import { OAuthProblem } from '../responses/problems.ts';
import type { Client } from '../clients/client.ts';
import { checkClientCredentials, readClientCredentials } from './check-client-credentials.ts';
import { checkGrantedResource } from './check-granted-resource.ts';
import { checkNarrowedScope } from './check-narrowed-scope.ts';
import { checkPkceVerifier } from './check-pkce-verifier.ts';

const address = { baseUrl: 'http://localhost:3000', issuer: 'http://localhost:3000', resource: 'http://localhost:3000/mcp' };
const posted = (form: string): Parameters => new Parameters(parseFields(form), (message) => new OAuthProblem('invalid_request', message));
const sent = (authorization?: string): HttpExchange =>
  ({ header: (name: string) => (name === 'authorization' ? authorization : undefined) }) as HttpExchange;
const basic = (text: string): HttpExchange => sent(`Basic ${btoa(text)}`);

/** `error: description`, of what was refused. */
async function refusal(run: () => unknown): Promise<OAuthProblem> {
  try {
    await run();
  } catch (failure) {
    assert.instance(failure, OAuthProblem);
    return failure as OAuthProblem;
  }
  throw new Error('nothing was refused');
}

const refusedAs = async (error: string, description: string, run: () => unknown): Promise<void> => {
  const problem = await refusal(run);
  assert.equal([problem.error, problem.message], [error, description]);
};

test('[D1.client-secret] a client authenticates in the body or in the header', () => {
  assert.equal(readClientCredentials(sent(), posted('client_id=c1')), { clientId: 'c1', secret: undefined, basic: false });
  assert.equal(readClientCredentials(sent(), posted('client_id=c1&client_secret=s')), { clientId: 'c1', secret: 's', basic: false });
  // Another scheme says nothing about a client.
  for (const other of ['Bearer abc', 'Basically abc'])
    assert.equal(readClientCredentials(sent(other), posted('client_id=c1')).basic, false);
  assert.equal(readClientCredentials(basic('c1:s'), posted('')), { clientId: 'c1', secret: 's', basic: true });
  assert.is(readClientCredentials(basic('c:s'), posted('')).clientId, 'c');
  assert.equal(readClientCredentials(basic('c1:'), posted('client_id=c1')), { clientId: 'c1', secret: '', basic: true });
  assert.equal(readClientCredentials(basic('c%3A1:s+%2B:x'), posted('')), { clientId: 'c:1', secret: 's +:x', basic: true });
});

test('[D1.client-secret] no credentials, two methods at once, two names and unreadable credentials are refused', async () => {
  await refusedAs('invalid_request', 'client_id is required', () => readClientCredentials(sent(), posted('')));
  await refusedAs('invalid_request', 'The client authenticates in the header or in the body, not in both', () =>
    readClientCredentials(basic('c1:s'), posted('client_secret=s')),
  );
  const unreadable = [sent('Basic'), sent('Basic %'), sent(`Basic ${btoa('\xff\xfe')}`), basic('nocolon'), basic(':s'), basic('c1:%zz')];
  for (const exchange of unreadable) {
    const problem = await refusal(() => readClientCredentials(exchange, posted('')));
    assert.equal([problem.error, problem.status], ['invalid_client', 401]);
    assert.equal(problem.headers, { 'www-authenticate': 'Basic realm="oauth"' });
  }
  await refusedAs('invalid_client', 'Client authentication failed', () => readClientCredentials(basic('c1:s'), posted('client_id=c2')));
});

test('[D1.client-secret] [R4.refresh-secret] a client with a secret shows it, and others need none', async () => {
  const known: Client = {
    clientId: 'c1',
    redirectUris: [],
    tokenEndpointAuthMethod: 'none',
    grantTypes: [],
    responseTypes: [],
    source: 'options',
  };
  const secretHash = await sha256Text('right');
  const clients: readonly Client[] = [known, { ...known, clientId: 'c2', secretHash }];
  const clientSources = [{ find: (id: string) => Promise.resolve(clients.find(({ clientId }) => clientId === id)) }];
  const check = (clientId: string, secret: string | undefined, inHeader = false): Promise<Client> =>
    checkClientCredentials({ clientId, secret, basic: inHeader }, { clientSources }, address);
  assert.is((await check('c1', undefined)).clientId, 'c1');
  assert.is((await check('c1', 'needless')).clientId, 'c1');
  assert.is((await check('c2', 'right')).clientId, 'c2');
  for (const [clientId, secret] of [
    ['c2', undefined],
    ['c2', 'wrong'],
    ['c3', 'right'],
  ] as const) {
    const problem = await refusal(() => check(clientId, secret));
    assert.equal([problem.error, problem.status, problem.headers], ['invalid_client', 401, {}]);
    assert.equal((await refusal(() => check(clientId, secret, true))).headers, { 'www-authenticate': 'Basic realm="oauth"' });
  }
});

test('[D1.code.mismatch] the verifier is the one of the challenge', async () => {
  // RFC 7636 appendix B.
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
  await checkPkceVerifier(verifier, challenge);
  const tooShort = 'a'.repeat(42);
  const attempts: readonly (readonly [string | undefined, string])[] = [
    [undefined, challenge],
    [`${verifier.slice(0, -1)}j`, challenge],
    [tooShort, await sha256Text(tooShort)],
    [undefined, await sha256Text('undefined')],
  ];
  for (const [shown, asked] of attempts)
    await refusedAs('invalid_grant', 'PKCE verification failed', () => checkPkceVerifier(shown, asked));
});

test('[D1.refresh] the resource may be named again, not another one', async () => {
  checkGrantedResource(posted(''), address.resource);
  checkGrantedResource(posted('resource=http://LOCALHOST:3000/mcp/'), address.resource);
  await refusedAs('invalid_target', 'resource is not what was granted', () =>
    checkGrantedResource(posted('resource=http://localhost:3000/other'), address.resource),
  );
});

test('[D1.refresh] a refresh may ask for less, never for more', async () => {
  const granted = ['openid', 'email'];
  assert.equal(checkNarrowedScope(posted(''), granted), granted);
  assert.equal(checkNarrowedScope(posted('scope=email++'), granted), ['email']);
  assert.equal(checkNarrowedScope(posted('scope=+'), granted), []);
  await refusedAs('invalid_scope', 'scope is more than was granted', () => checkNarrowedScope(posted('scope=email+admin'), granted));
});

test.run();
