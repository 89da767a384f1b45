import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { changeCharacter } from '../../../../test/support/change-character.ts';
import { inMemoryServer, type InMemoryServer } from '../../../../test/support/authorization-server.ts';
import { claimsOf, newPkce, redirectUri, tokensOf, type Fields } from '../../../../test/support/oauth-driver.ts';
import { boxesOf, memoryParts, stepRequest, testClient } from '../../../../test/support/step-scene.ts';
import type { UpstreamProviderOptions } from '../../define/provider-options.ts';
import { ServiceError } from '../../errors/index.ts';
import { sha256Text } from '../../std/index.ts';
import type { AuthorizationServices } from '../server/authorization-services.ts';
import { createPages } from '../server/pages/create-pages.ts';
import { uncheckedNotice } from '../server/pages/page-parts.ts';
import type { AuthField } from '../../auth-ui/index.ts';
import { opened } from '../../../../test/support/sign-in-fixture.ts';
import { withdrawAll } from '../server/records/withdrawals.ts';
import type { PendingSignIn } from '../server/sign-in/pending-sign-in.ts';
import type { SignInFlow, UserCheck, UserVerdict } from '../server/sign-in/sign-in-step.ts';
import { subjectOf } from '../server/tokens/subject-of-accepted.ts';
import { chosenProviders, FederatedSignIn } from './federated-sign-in.ts';
import type { SignInExtension } from '../server/sign-in/sign-in-extensions.ts';
import { UpstreamTokenVault } from '../upstream/upstream-tokens.ts';
import { SealedRecords } from '../vault/sealed-records.ts';
import { declaredProviders } from './declared-providers.ts';
import { answerPickerPage } from './picker-page.ts';

const provider = (id: string, more: Partial<UpstreamProviderOptions> = {}): UpstreamProviderOptions => ({
  id,
  name: `Provider ${id}`,
  authorizationEndpoint: `https://${id}.example/authorize`,
  tokenEndpoint: `https://${id}.example/token`,
  clientId: `client-${id}`,
  ...more,
});

interface Given {
  readonly minProviders?: number;
  readonly requiredProviders?: readonly string[];
  readonly providers?: readonly UpstreamProviderOptions[];
  /** What the client says of itself. */
  readonly client?: object;
  /** Status of the token endpoints. */
  readonly status?: number;
  /** Runs while a provider is asked for tokens. */
  readonly during?: (parts: AuthorizationServices) => Promise<void>;
}

/** A sign-in whose user is known and who is asked what to link. */
async function asked(given: Given = {}) {
  const asks: string[] = [];
  const held: { vault?: UpstreamTokenVault } = {};
  const providers = declaredProviders(given.providers ?? [provider('one', { scopes: ['mail', 'files'] }), provider('two')], [
    'one',
    'other',
  ]);
  const extension: SignInExtension = (parts, flow) => {
    const fetch = async (url: Parameters<typeof globalThis.fetch>[0], init: RequestInit = {}): Promise<Response> => {
      asks.push(`${url as string} ${init.body as string}`);
      await given.during?.(parts);
      return new Response(JSON.stringify({ access_token: `token of ${url as string}` }), { status: given.status ?? 200 });
    };
    const { clock, logger, store } = parts;
    const vault = new UpstreamTokenVault({ records: new SealedRecords(store, parts, 'upstream'), fetch, clock, logger, skewMs: undefined });
    held.vault = vault;
    const { minProviders = 0, requiredProviders = [] } = given;
    const shown = { serverName: 'office', pages: createPages() };
    const federated = new FederatedSignIn({ ...parts, ...shown, fetch, flow, providers, minProviders, requiredProviders, vault });
    return { steps: [federated.step], endpoints: federated.endpoints };
  };
  const server = inMemoryServer({ extensions: [extension] });
  const [clientId, pkce] = [await server.oauth.clientId({ redirect_uris: [redirectUri], ...given.client }), newPkce()];
  const page = await server.oauth.open(clientId, pkce);
  const picker = await server.oauth.submit(page);
  const pick = (ids: string | readonly string[] | undefined, more: Fields = {}) =>
    server.oauth.submit(page, { federated: 'true', providers: ids, ...more });
  const comeBack = (id: string, fields: Fields, cookie = page.cookie) =>
    server.oauth.get(`/oauth/provider/${id}/callback?${new URLSearchParams(fields as Record<string, string>).toString()}`, { cookie });
  const claims = async (location: string | undefined) => {
    const code = new URL(location ?? 'http://nowhere').searchParams.get('code') ?? '';
    return claimsOf(tokensOf(await server.oauth.exchange({ clientId, code, pkce })).access_token);
  };
  return { asks, claims, comeBack, page, pick, picker, server, vault: () => held.vault, providers };
}

const problemOf = ({ status, text }: { status: number; text: string }): string => `${status} ${/role="alert">([^<]*)/.exec(text)?.[1]}`;
const wayOf = ({ headers }: { headers: { location?: string | undefined } }): URLSearchParams & { address?: string } =>
  new URL(headers.location ?? 'http://nowhere').searchParams;

test('[N6.skip] all are offered and ticked; none, some or unknown ones are chosen', async () => {
  const { claims, page, pick, picker, server } = await asked({ requiredProviders: [] });
  assert.equal(boxesOf(picker.text), { all: ['one', 'two'], ticked: ['one', 'two'] });
  assert.match(picker.text, 'Asks for mail, files');
  assert.not.match(picker.text, '(required)');
  assert.is(problemOf(await pick(['one', 'three'])), '400 Invalid provider selection');
  const other = await server.oauth.submit(page, { email: 'eve@example.com' });
  assert.match(other.text, 'Link accounts', 'another form shows the open page');
  const { federated } = await claims((await pick(undefined)).headers.location);
  assert.equal(federated, { enabled: true, selectedProviders: [], skippedProviders: ['one', 'two'] });
});

/** The picker before a check of users; its flow keeps a sign-in when `keeps` says so. */
function pickerFirst(fields: readonly { readonly name: string }[] = [], keeps = true) {
  const parts = memoryParts();
  const replaced: PendingSignIn[] = [];
  const never = (): Promise<never> => Promise.reject(new Error('not asked for'));
  const flow: SignInFlow = {
    find: never,
    exclusive: (_exchange, found, work) => work(found),
    replace: async (_read, next) => (replaced.push(next), keeps),
    submit: never,
    identify: never,
    proceed: never,
  };
  const vault = new UpstreamTokenVault({ ...parts, records: new SealedRecords(parts.store, parts, 'upstream'), skewMs: undefined });
  const providers = declaredProviders([provider('one'), provider('two')], []);
  const shown = { serverName: 'office', pages: createPages() };
  const federated = new FederatedSignIn({ ...parts, ...shown, flow, providers, minProviders: 0, requiredProviders: [], vault });
  const given: unknown[] = [];
  const asks: unknown[] = [];
  const page = { status: 200, headers: {} };
  const state: { verdict: UserVerdict } = { verdict: { page } };
  const check: UserCheck = {
    ask: async (request) => (asks.push(request.signIn), page),
    answer: async (request, form) => (given.push([request.signIn, form]), state.verdict),
  };
  const shownFields = fields.map(({ name }) => ({ name, label: name, type: 'text' as const, required: false }));
  const before = federated.before(check, { title: 'Sign in', fields: shownFields });
  const answer = (form: Readonly<Record<string, readonly string[]>>) =>
    before.answer(stepRequest(), new Map(Object.entries(form).map(([name, values]) => [name, [...values]])));
  const ask = (signIn: PendingSignIn) => federated.step.ask(stepRequest({ settled: signIn.settled }));
  return { answer, ask, asks, given, page, replaced, state };
}

test('[R39.picker] a form without a choice of providers goes to the check of users as it is', async () => {
  const { answer, given, page, replaced } = pickerFirst();
  assert.equal(await answer({ email: ['eve@example.com'] }), { page });
  assert.equal(given, [[stepRequest().signIn, new Map([['email', ['eve@example.com']]])]]);
  assert.equal(replaced, []);
});

test('[R39.picker] a choice is kept, then the person is asked; a wrong one shows the picker again', async () => {
  const { answer, ask, asks, given, page, replaced } = pickerFirst();
  const refused = await answer({ federated: ['true'], providers: ['three'] });
  assert.is('page' in refused && refused.page.status, 400);
  assert.equal([asks, replaced], [[], []]);
  assert.equal(await answer({ federated: ['true'], providers: ['two'] }), { page });
  assert.equal([asks, given], [replaced, []]);
  assert.equal(replaced.map(chosenProviders), [['two']]);
  const [chosen] = replaced;
  assert.ok(chosen);
  const visit = await ask(chosen);
  assert.is('page' in visit && visit.page.status, 302, 'the choice is not asked for a second time');
  const again = await ask(stepRequest().signIn);
  assert.is('page' in again && again.page.status, 200);
});

test('[R39.picker] a choice with the fields of the form is answered at once, and ends where another request has gone on', async () => {
  const { answer, asks, page, replaced, state } = pickerFirst([{ name: 'email' }]);
  const form = { federated: ['true'], providers: ['one'], email: ['eve@example.com'] };
  assert.equal(await answer(form), { page });
  state.verdict = { user: { sub: 'eve', claims: {} }, soFar: 0 };
  assert.equal(await answer(form), { user: { sub: 'eve', claims: {} }, soFar: 0, signIn: replaced[1] });
  assert.equal(asks, []);
  const late = pickerFirst([], false);
  assert.match(
    String(await late.answer({ federated: ['true'] }).catch((failure: unknown) => failure)),
    'does not belong to an open sign-in',
  );
});

test('[N6.required] required ones and a least number hold before the first visit and after the last', async () => {
  const some = await asked({ requiredProviders: ['two'], minProviders: 2 });
  assert.match(some.picker.text, 'Provider two (required)');
  assert.is(problemOf(await some.pick('one')), '200 Required provider(s) not linked: two');
  assert.is(problemOf(await some.pick('two')), '200 At least 2 provider(s) must be linked');
  const first = await some.pick(['two', 'one']);
  const refused = await some.comeBack('one', { state: wayOf(first).get('state') ?? '', error: 'access_denied' });
  const second = await some.comeBack('two', { state: wayOf(refused).get('state') ?? '', code: 'c' });
  assert.is(problemOf(second), '200 At least 2 provider(s) must be linked');
  assert.is((await (await asked({ minProviders: 1 })).pick('one')).status, 302);
});

test('[N6.visits] each is visited in the order of the options, with a state and a challenge of its own; tokens are kept', async () => {
  const { asks, claims, comeBack, pick, vault, providers } = await asked();
  const first = await pick(['two', 'one', 'one']);
  assert.match(String(first.headers.location), 'https://one.example/authorize?');
  const way = wayOf(first);
  assert.equal([way.get('client_id'), way.get('scope'), way.get('code_challenge_method')], ['client-one', 'mail files', 'S256']);
  assert.is(way.get('redirect_uri'), 'http://service.test/oauth/provider/one/callback');
  const second = await comeBack('one', { state: way.get('state') ?? '', code: 'c-1', iss: 'https://one.example' });
  const next = wayOf(second);
  assert.match(String(second.headers.location), 'https://two.example/authorize?');
  assert.not.ok(next.has('scope'));
  assert.not.equal(next.get('state'), way.get('state'));
  assert.not.equal(next.get('code_challenge'), way.get('code_challenge'));
  const done = await comeBack('two', { state: next.get('state') ?? '', code: 'c-2' });
  const { federated, sub } = await claims(done.headers.location);
  assert.equal(federated, { enabled: true, selectedProviders: ['one', 'two'], skippedProviders: [] });
  assert.match(asks[0] ?? '', /^https:\/\/one\.example\/token grant_type=authorization_code&code=c-1&redirect_uri=.*code_verifier=/);
  const [one] = providers;
  assert.ok(one);
  assert.is(await vault()?.accessToken(String(sub), one), 'token of https://one.example/token');
  assert.equal(one.appIds, ['one']);
});

test('[R15.state] a return counts once, in its own browser, at its own provider, with its own state', async () => {
  const bad = /^400 /;
  const { comeBack, page, pick, server } = await asked();
  const state = wayOf(await pick('one')).get('state') ?? '';
  assert.match(problemOf(await comeBack('one', { state, code: 'c' }, '')), bad);
  for (const wrong of ['', 'x', changeCharacter(state, -1), `x${state}`, `${state}x`])
    assert.match(problemOf(await comeBack('one', { state: wrong, code: 'c' })), bad, wrong);
  assert.match(problemOf(await comeBack('two', { state, code: 'c' })), bad);
  const elsewhere = await server.oauth.open(await server.oauth.clientId(), newPkce());
  assert.match(problemOf(await comeBack('one', { state, code: 'c' }, elsewhere.cookie)), bad);
  const unchecked = state.replace(page.pendingAuthId, elsewhere.pendingAuthId);
  assert.match(problemOf(await comeBack('one', { state: unchecked, code: 'c' }, elsewhere.cookie)), bad);
  const answers = await Promise.all([1, 2, 3].map(() => comeBack('one', { state, code: 'c' })));
  assert.is(answers.filter(({ status }) => status === 302).length, 1);
  assert.match(problemOf(await comeBack('one', { state, code: 'c' })), bad);
});

test('[R15.state] a return that names another issuer, has no code or an invalid code links nothing', async () => {
  for (const iss of ['https://two.example', 'http://one.example', 'no address']) {
    const { asks, comeBack, pick } = await asked();
    const state = wayOf(await pick('one')).get('state') ?? '';
    assert.is(problemOf(await comeBack('one', { state, code: 'c', iss })), '400 The provider that answered is another one.', iss);
    assert.equal(asks, []);
  }
  const silent = await asked();
  assert.match(
    problemOf(await silent.comeBack('one', { state: wayOf(await silent.pick('one')).get('state') ?? '' })),
    '400 code is required',
  );
  const refusing = await asked({ status: 400 });
  const refused = await refusing.comeBack('one', { state: wayOf(await refusing.pick('one')).get('state') ?? '', code: 'c' });
  assert.is(problemOf(refused), '200 Provider one could not be linked. Try again, or leave it out.');
  assert.equal(boxesOf(refused.text).ticked, ['one', 'two']);
});

test('[R15.state] of several returns at once one has its code exchanged, also on the way to the next provider', async () => {
  const { asks, comeBack, pick } = await asked();
  const state = wayOf(await pick(['one', 'two'])).get('state') ?? '';
  const answers = await Promise.all([1, 2, 3].map(() => comeBack('one', { state, code: 'c' })));
  assert.equal([answers.filter(({ status }) => status === 302).length, asks.length], [1, 1]);
});

test('[R15.state] a state is used up by a return that linked nothing; the state of an unknown person is refused', async () => {
  const bad = /^400 This return from a provider does not belong/;
  const refusing = await asked({ status: 400 });
  const refused = wayOf(await refusing.pick('one')).get('state') ?? '';
  assert.match(problemOf(await refusing.comeBack('one', { state: refused, code: 'c' })), '200 ');
  assert.match(problemOf(await refusing.comeBack('one', { state: refused, code: 'c' })), bad);
  const never = await asked();
  const unknown = `federated:${never.page.pendingAuthId}:${'A'.repeat(43)}`;
  for (const state of [unknown, 'x', `${unknown}x`]) assert.match(problemOf(await never.comeBack('one', { state, code: 'c' })), bad, state);
  const { oauth, parts } = never.server;
  const open = await oauth.open(await oauth.clientId(), newPkce());
  const planted = `federated:${open.pendingAuthId}:${'A'.repeat(43)}`;
  const current = { id: 'one', stateHash: await sha256Text(planted), verifier: 'v', redirectUri: 'r' };
  await parts.store.set(`federated:${open.pendingAuthId}`, JSON.stringify({ queue: [], linked: [], current }));
  assert.match(problemOf(await never.comeBack('one', { state: planted, code: 'c' }, open.cookie)), bad);
});

test('[revocation.identified] a withdrawal while a provider is asked for tokens ends the sign-in, and keeps none', async () => {
  const sub = await subjectOf('email', 'ada@example.com');
  const kept = async (withdrawn: string) => {
    const { comeBack, pick, server } = await asked({ during: ({ signInStore }) => withdrawAll(signInStore, withdrawn) });
    const state = wayOf(await pick('one')).get('state') ?? '';
    const answer = await comeBack('one', { state, code: 'c' });
    return [answer.status, answer.headers.location === undefined, (await server.parts.store.keys('upstream:')).length];
  };
  assert.equal(await kept(sub), [400, true, 0]);
  assert.equal(await kept('another'), [302, false, 1], 'the withdrawal of another person changes nothing');
});

test('a look by HEAD does not use the return up', async () => {
  const { comeBack, page, pick, server } = await asked();
  const state = wayOf(await pick('one')).get('state') ?? '';
  const path = `/oauth/provider/one/callback?${new URLSearchParams({ state, code: 'c' }).toString()}`;
  assert.is((await server.send({ method: 'HEAD', path, headers: { cookie: page.cookie } })).status, 405);
  assert.is((await comeBack('one', { state, code: 'c' })).status, 302);
});

test('a provider that the options do not name any more is no way out; a fault of the vault is no refusal by the provider', async () => {
  const gone = await asked();
  const state = wayOf(await gone.pick(['one', 'two'])).get('state') ?? '';
  const key = `federated:${gone.page.pendingAuthId}`;
  const progress = JSON.parse((await gone.server.parts.store.get(key)) ?? '{}') as object;
  await gone.server.parts.store.set(key, JSON.stringify({ ...progress, queue: ['three'] }));
  assert.is(problemOf(await gone.comeBack('one', { state, code: 'c' })), '400 Invalid provider selection');
  const broken = await asked();
  const way = wayOf(await broken.pick('one')).get('state') ?? '';
  Object.assign(broken.vault() ?? {}, { keep: () => Promise.reject(new Error('the disk at 10.0.0.1 is full')) });
  const answer = await broken.comeBack('one', { state: way, code: 'c' });
  assert.match(problemOf(answer), /^500 .*error id/);
  assert.not.match(answer.text, '10.0.0.1');
});

test('[auth.page.client] the picker shows the client, the target of the code and the scopes of each provider', async () => {
  const { picker } = await asked({ client: { client_name: 'Desk' } });
  assert.match(picker.text, '<strong><bdi>Desk</bdi></strong> asks');
  assert.match(picker.text, '<dd><bdi>127.0.0.1:9999</bdi></dd>');
  assert.match(picker.text, 'Any program here could claim this name');
  assert.not.match(picker.text, 'Published at');
  assert.is(picker.text.split('Asks for').length, 2, 'only the one that asks for something');
  const nameless = (await asked()).picker.text;
  assert.match(nameless, /<strong><bdi>[0-9a-f-]{36}<\/bdi><\/strong> asks/);
  const from = (client: Partial<PendingSignIn>, fields: readonly AuthField[] = []) => {
    const shown = { serverName: 's', providers: [], ticked: [], required: [], fields };
    return String(answerPickerPage({ signIn: { ...opened, ...client }, address, ...shown }).body);
  };
  const address = { baseUrl: 'https://a.example', issuer: '', resource: '' };
  assert.match(from({ clientHost: 'id.example:8443' }), '<dd><bdi>id.example:8443</bdi></dd>');
  assert.not.match(from({}), uncheckedNotice);
  assert.match(from({}, [{ name: 'email', label: 'Email', type: 'email', required: true }]), uncheckedNotice);
  for (const clientId of ['https://bank.example/c', 'http://bank.example/c', 'id.example'])
    assert.not.match(from({ clientId }), 'Published at', 'only a document that was read proves a host');
  const keptOf = async (server: InMemoryServer, clientId: string): Promise<string> => {
    assert.is((await server.oauth.open(clientId, newPkce())).answer.status, 200);
    const [kept = ''] = await server.parts.store.keys('sign-in:');
    return (await server.parts.store.get(kept)) ?? '';
  };
  const open = inMemoryServer({ auth: { requireRegisteredClients: false } });
  assert.not.match(await keptOf(open, 'http://bank.example/c'), 'clientHost');
  const find = (clientId: string) => Promise.resolve({ ...testClient, clientId, redirectUris: [redirectUri], source: 'cimd' as const });
  const documented = inMemoryServer({ extensions: [() => ({ clientSources: [{ find }] })] });
  assert.match(await keptOf(documented, 'https://bank.example/c'), '"clientHost":"bank.example"');
});

test('[N5.options] a provider that cannot work stops the start, and is named', () => {
  const says = (...list: readonly object[]): string => {
    try {
      return declaredProviders(list as UpstreamProviderOptions[], [])
        .map(({ id, name }) => `${id} ${name}`)
        .join();
    } catch (failure) {
      if (!(failure instanceof ServiceError)) throw failure;
      return failure.message.replace('auth.providers, provider ', '');
    }
  };
  assert.is(says(provider('one'), provider('two', { name: undefined as never })), 'one Provider one,two two');
  assert.is(says(provider('one'), provider('one')), '"one": two providers have this id');
  for (const id of ['', 'a/b', 'x'.repeat(65), 'a b', '\u00e9']) assert.match(says(provider(id)), 'id must be 1 to 64 letters', id);
  assert.match(says({ ...provider('one'), id: undefined }), '"1": ');
  assert.is(says(provider('x'.repeat(64), { name: 'n' })), `${'x'.repeat(64)} n`);
  for (const clientId of ['', undefined, 7]) assert.is(says({ ...provider('one'), clientId }), '"one": clientId is required');
  const none = { authorizationEndpoint: undefined, tokenEndpoint: undefined };
  assert.match(says({ ...provider('one'), ...none }), '"one": authorizationEndpoint (or authorizeUrl) is required');
  assert.match(
    says({ ...provider('one'), authorizeUrl: 'https://a.example' }),
    'provide only one of authorizationEndpoint or authorizeUrl',
  );
  assert.is(says({ ...provider('one'), ...none, authorizeUrl: 'https://a.example', tokenUrl: 'https://a.example' }), 'one Provider one');
  for (const tokenEndpoint of ['http://a.example', 'x'])
    assert.match(says({ ...provider('one'), tokenEndpoint }), 'tokenEndpoint must be an https address');
});

test.run();
