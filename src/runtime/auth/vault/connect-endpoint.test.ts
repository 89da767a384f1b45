/* `/oauth/connect` without a bundle: whom a link is for, what its page asks, and its one use. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { emptyExchange, memoryParts } from '../../../../test/support/step-scene.ts';
import type { Authenticate, AuthenticateInput } from '../../define/sign-in-options.ts';
import type { LocalAuthOptions } from '../../define/auth-options.ts';
import type { JsonObject } from '../../model/index.ts';
import { BodyTooLarge } from '../../web/body-errors.ts';
import type { HttpAnswer } from '../../web/exchange.ts';
import { signInSettings } from '../server/local-settings.ts';
import { createPages } from '../server/pages/create-pages.ts';
import { subjectOf } from '../server/tokens/subject-of-accepted.ts';
import { withdrawAll } from '../server/records/withdrawals.ts';
import { createConnectEndpoints } from './connect-endpoint.ts';
import { ConnectTickets } from './connect-tickets.ts';

const wanted = { sub: 'ada', key: 'github', clientId: 'desk' };

/** Whoever types the name of an account is it; what is connected is what was typed as the key. */
const believing: Authenticate = async ({ fields, resume }) =>
  resume === undefined
    ? fields['email'] === 'nobody'
      ? { ok: false, message: 'Unknown account', retryField: 'email' }
      : { ok: true, sub: fields['email'] ?? '' }
    : fields[resume.key] === 'wrong'
      ? { ok: false, message: 'GitHub says no', retryField: resume.key }
      : { ok: true, ...(fields[resume.key] === 'none' ? {} : { credentials: { [resume.key]: fields[resume.key] ?? '' } }) };

interface Given extends Pick<LocalAuthOptions, 'login'> {
  readonly authenticate?: Authenticate | undefined;
  readonly baseUrl?: string;
  readonly ticket?: Partial<typeof wanted> & { context?: JsonObject };
  readonly keep?: () => Promise<void>;
}

/** A link that somebody was given, and a browser. */
async function scene(given: Given = {}) {
  const { baseUrl = 'https://mcp.example' } = given;
  const parts = memoryParts();
  const tickets = new ConnectTickets(parts);
  const [kept, told] = [new Array<[string, JsonObject]>(), new Array<string>()];
  const settings = signInSettings({
    mode: 'local',
    ...('authenticate' in given ? {} : { authenticate: believing }),
    ...(given.authenticate === undefined ? {} : { authenticate: given.authenticate }),
    ...(given.login === undefined ? {} : { login: given.login }),
  });
  const endpoints = createConnectEndpoints({
    ...parts,
    addressOf: () => ({ baseUrl, issuer: baseUrl, resource: `${baseUrl}/mcp` }),
    settings,
    tickets,
    pages: createPages(),
    serverName: 'office',
    get: () => {
      throw new Error('nothing is provided here');
    },
    keep: async (sub, credentials) => {
      await given.keep?.();
      kept.push([sub, credentials]);
    },
    tell: (key, { sub }) => void told.push(`${key} of ${sub}`),
  });
  const answerOf = async (method: string, headers: Record<string, string>, text: string): Promise<Seen> => {
    const endpoint = endpoints.find((one) => one.method === method);
    assert.ok(endpoint);
    const body = (limit: number): string => {
      if (text.length > limit) throw new BodyTooLarge(limit, text.length);
      return text;
    };
    return seen(
      await endpoint.answer(emptyExchange({ method, query: method === 'GET' ? text : '', header: (name) => headers[name], text: body })),
    );
  };
  const token = await tickets.print({ ...wanted, ...given.ticket });
  const get = (fields: Record<string, string> = { token }, cookie = '') =>
    answerOf('GET', { cookie }, new URLSearchParams(fields).toString());
  const post = (fields: Record<string, string>, cookie = '', more: Record<string, string> = {}) =>
    answerOf(
      'POST',
      { cookie, 'content-type': 'application/x-www-form-urlencoded', ...more },
      new URLSearchParams({ token, ...fields }).toString(),
    );
  const proven = async (): Promise<string> => (await post({ email: wanted.sub })).cookie;
  return { endpoints, get, kept, parts, post, proven, tickets, told, token };
}

interface Seen {
  readonly status: number;
  readonly html: string;
  /** `name=value` of the cookie that is set, and all of it. */
  readonly cookie: string;
  readonly setCookie: string;
}

function seen({ body, headers, status }: HttpAnswer): Seen {
  const setCookie = String(headers['set-cookie'] ?? '');
  return { status, html: String(body), setCookie, cookie: setCookie.split(';')[0] ?? '' };
}

const problemOf = ({ html, status }: Seen): string => `${status} ${/role="alert">([^<]*)/.exec(html)?.[1] ?? 'none'}`;
/** Fields of a page, whose value `csrf` is always there. */
function namesOf({ html }: Seen): string[] {
  const names = [...html.matchAll(/<(?:input|select)[^>]* name="([^"]*)"/g)].map(([, name = '']) => name);
  assert.is(names.filter((name) => name === 'csrf').length, 1);
  return names.filter((name) => name !== 'csrf');
}
const csrfOf = ({ html }: Seen): string => /name="csrf" value="([^"]*)"/.exec(html)?.[1] ?? '';
const badLink = '400 This link is not valid any more. Ask again in the program that you came from.';
const failed = '200 Authentication failed. Please try again.';

test('[guard.fields.connect] the page passes the fields that it shows, and nothing that was added to its form', async () => {
  const given: object[] = [];
  const authenticate: Authenticate = (input, context) => {
    given.push({ ...input.fields });
    return believing(input, context);
  };
  const { post, proven } = await scene({ authenticate });
  await post({ email: 'ada', role: 'admin', github: 'x', token2: 'y' });
  assert.equal(given.pop(), { email: 'ada' });
  await post({ github: 'k', email: 'boss@example.com', role: 'admin' }, await proven());
  assert.equal(given.pop(), { github: 'k' });
});

test('[N9.connect.configured] without authenticate there is nothing that could connect', async () => {
  const { get, post } = await scene({ authenticate: undefined });
  for (const answer of [await get(), await post({})])
    assert.is(problemOf(answer), '409 Connecting credentials is not set up on this server');
});

test('[N9.connect.ticket] a link that is missing, bad, over or used is 400', async () => {
  const { get, parts, post, proven, token } = await scene();
  assert.is(problemOf(await get({})), '400 token is required');
  assert.is(problemOf(await get({ token: `${token}x` })), badLink);
  const cookie = await proven();
  assert.is(problemOf(await post({ github: 't' }, cookie)), '200 none');
  assert.is(problemOf(await get()), badLink);
  const late = await scene();
  assert.is((await late.get()).status, 200);
  late.parts.time.now += 600_000;
  assert.is(problemOf(await late.get()), badLink);
  assert.ok(parts.time.now < late.parts.time.now);
});

test('[R23.connect.person] first the person signs in as the one whom the link is for, in this browser', async () => {
  const { get, kept, post } = await scene();
  const first = await get();
  assert.equal(namesOf(first), ['token', 'email', 'name']);
  for (const text of ['<bdi>ada</bdi>', 'office', 'Sign in as this account first', '>Sign in</button>', 'action="/oauth/connect"'])
    assert.match(first.html, text);
  assert.match(first.setCookie, /^__Host-service_connect_/);
  assert.is(problemOf(await post({ github: 'stolen' })), failed);
  assert.is(
    problemOf(await post({ email: 'eve' })),
    '403 This link is for another account than the one you signed in with. Nothing was connected.',
  );
  const signedIn = await post({ email: 'ada' });
  assert.equal(namesOf(signedIn), ['token', 'github']);
  assert.match(signedIn.html, '>Connect</button>');
  assert.match(signedIn.html, 'stored encrypted');
  assert.match(signedIn.setCookie, /^__Host-service_connect_[\w-]{12}=[^;]+; .*Max-Age=600;.*; Secure$/);
  assert.equal(kept, []);
  assert.equal(namesOf(await get(undefined, signedIn.cookie)), ['token', 'github']);
  for (const other of [`${signedIn.cookie}x`, signedIn.cookie.replace(/=.*/, '='), signedIn.cookie.replace(/connect_./, 'connect_')])
    assert.equal(namesOf(await get(undefined, other)), ['token', 'email', 'name'], other);
});

test('[R23.connect.person] a proof is good for one link, and is found among other cookies', async () => {
  const { get, parts, proven, tickets } = await scene();
  const cookie = await proven();
  const [name = '', value = ''] = cookie.split(/=(.*)/);
  assert.equal(namesOf(await get(undefined, `${name}=planted; ${cookie}`)), ['token', 'github']);
  const eighth = `${`${name}=planted; `.repeat(7)}${cookie}`;
  assert.equal(namesOf(await get(undefined, eighth)), ['token', 'github']);
  assert.equal(
    namesOf(await get(undefined, `${name}=planted; ${eighth}`)),
    ['token', 'email', 'name'],
    'more than eight are not looked at',
  );
  const second = await tickets.print(wanted);
  const ticket = await tickets.read(second);
  assert.ok(ticket);
  assert.equal(namesOf(await get({ token: second }, `__Host-service_connect_${ticket.id.slice(0, 12)}=${value}`)), [
    'token',
    'email',
    'name',
  ]);
  assert.is((await parts.store.keys('connect:')).length, 0, 'looking uses nothing up');
});

test('[N9.connect] a credential from authenticate is stored for the person, once, and the waiting call is notified', async () => {
  const inputs: AuthenticateInput[] = [];
  const context: unknown[] = [];
  const authenticate: Authenticate = async (input, given) => {
    inputs.push(input);
    context.push(given.clientId);
    return believing(input, given);
  };
  const { kept, post, proven, told } = await scene({ authenticate, ticket: { context: { team: 'T' } } });
  const cookie = await proven();
  const done = await post({ github: 'their-key', state: 's' }, cookie);
  assert.equal([done.status, kept, told], [200, [['ada', { github: 'their-key' }]], ['github of ada']]);
  assert.match(done.html, '<h1>Connected</h1>');
  assert.match(done.setCookie, 'Max-Age=0');
  assert.equal(
    inputs.map(({ fields, resume }) => [{ ...fields }, resume]),
    [
      [{ email: 'ada' }, undefined],
      [{ github: 'their-key' }, { sub: 'ada', key: 'github', context: { team: 'T' } }],
    ],
  );
  assert.equal(context, ['desk', 'desk']);
  assert.is(problemOf(await post({ github: 'again' }, cookie)), badLink);
  assert.is(kept.length, 1);
  const plain = await scene({ authenticate });
  await plain.post({ github: 'x' }, await plain.proven());
  assert.equal(inputs.at(-1)?.resume, { sub: 'ada', key: 'github' });
});

test('[N9.connect] of two that connect with one link at once, one does', async () => {
  const { kept, post, proven, told } = await scene();
  const cookie = await proven();
  const answers = await Promise.all([1, 2, 3].map((at) => post({ github: `key-${at}` }, cookie)));
  assert.is(answers.filter(({ status }) => status === 200).length, 1);
  assert.is(answers.filter((answer) => problemOf(answer) === badLink).length, 2);
  assert.equal([kept.length, told.length], [1, 1]);
});

test('[N9.connect] a refusal shows the page again with the problem beside its field and typed values, except passwords', async () => {
  const { kept, post, proven, told } = await scene();
  const refused = await post({ email: 'nobody' });
  assert.match(refused.html, /<p class="problem" id="field-0-problem" role="alert">Unknown account/);
  assert.is(refused.html.split('Unknown account').length, 2, 'said once');
  assert.match(refused.html, 'value="nobody"');
  assert.equal(namesOf(refused), ['token', 'email', 'name']);
  const cookie = await proven();
  const wrong = await post({ github: 'wrong' }, cookie);
  assert.is(problemOf(wrong), '200 GitHub says no');
  assert.equal(namesOf(wrong), ['token', 'github']);
  assert.not.match(wrong.html, 'value="wrong"');
  assert.is(problemOf(await post({ github: 'none' }, cookie)), failed);
  assert.equal([kept, told], [[], []]);
  assert.is(problemOf(await post({ github: 'right' }, cookie)), '200 none', 'a mistake leaves the link good');
});

test('[N9.connect] an accepted person without a subject is refused', async () => {
  const authenticate: Authenticate = async () => ({ ok: true });
  const { get, post } = await scene({ authenticate, login: { subject: { fromField: 'email', strategy: 'per-account' } } });
  const answer = await post({ email: ' ' });
  assert.is(problemOf(answer), failed);
  assert.equal(namesOf(answer), ['token', 'email', 'name']);
  assert.equal(namesOf(await get(undefined, answer.cookie)), ['token', 'email', 'name'], 'nor does the cookie say so');
});

test('[N9.connect] the fields are those of the login to sign in, and the one of the key to connect', async () => {
  const login = { fields: { user: { label: 'User' }, github: { type: 'text', label: 'GitHub token' } } } as const;
  const authenticate: Authenticate = async () => ({ ok: true, sub: 'ada' });
  const { get, proven } = await scene({ authenticate, login });
  assert.equal(namesOf(await get()), ['token', 'user', 'github']);
  const page = await get(undefined, await proven());
  assert.match(page.html, /<input id="field-0" name="github" required type="text"/);
  assert.match(page.html, 'GitHub token');
  for (const key of ['toString', 'other']) {
    const odd = await scene({ authenticate, login, ticket: { key } });
    assert.match((await odd.get(undefined, await odd.proven())).html, `name="${key}" required type="password"`);
  }
});

test('[N9.connect] a form is of this site, a form, and of 64 KiB at most', async () => {
  const { post } = await scene();
  for (const site of ['cross-site', 'Cross-Site'])
    assert.is(problemOf(await post({ email: 'ada' }, '', { 'sec-fetch-site': site })), '403 This form was sent by another site');
  assert.is((await post({ email: 'ada' }, '', { 'sec-fetch-site': 'same-origin' })).status, 200);
  assert.match(problemOf(await post({ email: 'ada' }, '', { 'content-type': 'application/json' })), '400 Content-Type must be');
  assert.match(problemOf(await post({ email: 'x'.repeat(65_536) })), '413 the body is over the limit of 65536 bytes');
});

test('[guard.forms.value] the value of a page goes with its browser and its link, and another one is refused', async () => {
  const { get, post } = await scene();
  const [mine, theirs] = [await get(), await get()];
  assert.is.not(csrfOf(mine), csrfOf(theirs));
  const again = await get(undefined, mine.cookie);
  assert.equal([csrfOf(again), again.setCookie], [csrfOf(mine), '']);
  const wrong = '400 This form is not of the page that was opened';
  for (const csrf of [csrfOf(theirs), 'x']) assert.is(problemOf(await post({ email: 'ada', csrf }, mine.cookie)), wrong);
  assert.is(problemOf(await post({ email: 'ada', csrf: csrfOf(mine) })), wrong, 'without the cookie it is nobody’s');
  const other = await scene();
  assert.is(problemOf(await other.post({ email: 'ada', csrf: csrfOf(mine) }, mine.cookie)), wrong);
  const signedIn = await post({ email: 'ada', csrf: csrfOf(mine) }, mine.cookie, { origin: 'null' });
  assert.is(signedIn.status, 200);
  assert.is.not(csrfOf(signedIn), csrfOf(mine), 'whoever opened the link before has another one');
  assert.is(problemOf(await post({ github: 'k', csrf: csrfOf(mine) }, signedIn.cookie)), wrong);
  assert.is(problemOf(await post({ github: 'k', csrf: csrfOf(signedIn) }, signedIn.cookie)), '200 none');
});

test('[guard.forms.origin] the form comes from this origin, or from no browser', async () => {
  const { post } = await scene();
  const foreign: readonly Record<string, string>[] = [
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ];
  for (const headers of foreign)
    assert.is(problemOf(await post({ email: 'ada' }, '', headers)), '403 This form was sent by another site', JSON.stringify(headers));
  assert.is((await post({ email: 'ada' }, '', { origin: 'https://mcp.example' })).status, 200);
});

test('[guard.forms.account] the account shown is the one that authenticate names', async () => {
  const named = async (result: object, login: LocalAuthOptions['login'] = {}) => {
    const { html } = await (
      await scene({ authenticate: () => ({ ok: true, ...result }), login, ticket: { sub: 'ada' } })
    ).post({
      email: 'ada',
      name: 'Boss',
    });
    return /to the account <strong><bdi>([^<]*)/.exec(html)?.[1];
  };
  assert.is(await named({ sub: 'ada' }), 'ada');
  assert.is(await named({ sub: 'ada', profile: { email: 'ada@a.example', name: 'Ada' } }), 'ada@a.example');
  assert.is(await named({ sub: 'ada', profile: { name: 'Ada' } }), 'Ada');
  const subject = { fromField: 'email', strategy: 'per-account' } as const;
  const sub = await subjectOf('login-field', 'ada');
  const { post } = await scene({ authenticate: () => ({ ok: true }), login: { subject }, ticket: { sub } });
  assert.match((await post({ email: 'ada', name: 'Boss' })).html, 'to the account <strong><bdi>ada<');
  const shared = await subjectOf('anonymous', 'local-operator');
  const fields = { undefined: { label: 'Name', type: 'text' } } as const;
  const unnamed = await scene({ authenticate: () => ({ ok: true }), login: { fields }, ticket: { sub: shared } });
  assert.match((await unnamed.post({ undefined: 'Boss' })).html, `to the account <strong><bdi>${shared}<`);
});

test('[R23.connect.person] a link is tried 20 times at most, and looking at it is no try', async () => {
  const { get, post } = await scene();
  for (let at = 0; at < 20; at++) {
    assert.is((await post({ email: 'nobody' })).status, 200);
    assert.is((await get()).status, 200);
  }
  assert.is(problemOf(await post({ email: 'ada' })), badLink);
});

test('[R18.cookie] over http the cookie has a plain name; the form stays below the server`s own path', async () => {
  const { get, post, proven } = await scene({ baseUrl: 'http://127.0.0.1:3000/one/' });
  assert.match((await get()).html, 'action="/one/oauth/connect"');
  const { setCookie } = await post({ email: 'ada' });
  assert.match(setCookie, /^service_connect_/);
  assert.not.match(setCookie, 'Secure');
  assert.match((await post({ github: 't' }, await proven())).setCookie, /^service_connect_[\w-]{12}=; .*Max-Age=0/);
});

test('[N9.connect] a credential that cannot be stored is a failure with an id, and no call is told that it is connected', async () => {
  const { post, proven, told } = await scene({ keep: () => Promise.reject(new Error('disk 10.0.0.1 is full')) });
  const answer = await post({ github: 't' }, await proven());
  assert.is(answer.status, 500);
  assert.match(answer.html, 'Ask the operator about error id');
  assert.not.match(answer.html, '10.0.0.1');
  assert.equal(told, []);
});

test('[revocation.identified] a withdrawal while authenticate checks what is connected ends the link, and nothing is kept', async () => {
  let during = async (): Promise<void> => undefined;
  const slow: Authenticate = async (input, context) => {
    if (input.resume !== undefined) await during();
    return believing(input, context);
  };
  const { kept, parts, post, proven, told } = await scene({ authenticate: slow });
  const cookie = await proven();
  during = () => withdrawAll(parts.signInStore, wanted.sub);
  assert.is(problemOf(await post({ github: 'gh-secret' }, cookie)), badLink);
  assert.equal([kept, told], [[], []]);
});

test.run();
