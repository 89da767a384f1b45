import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Access } from './access.ts';

const token = 'a-token-0123456789abcdef';
let now = 1_700_000_000_000;
const accessWith = (basePath = '/admin', key = 1): Access =>
  new Access({ token, key: new Uint8Array(32).fill(key), now: () => now, basePath });
type Headers = Readonly<Record<string, string>>;

const from =
  (headers: Headers) =>
  (name: string): string | undefined =>
    headers[name.toLowerCase()];
const plain = { host: 'localhost:3000', isSecure: false };
const secure = { host: 'mcp.example', isSecure: true };
const cookieOf = ([cookie = '']: readonly string[]): string => cookie.split(';')[0] ?? '';

test('[D2.dashboard.page] a cookie for the page and one for the endpoint, that scripts, other paths and other sites do not get', async () => {
  const cookies = await accessWith().cookies(secure);
  assert.equal(
    cookies.map((cookie) => cookie.replace(/=[^;]*/, '=…')),
    ['/admin', '/dashboard'].map((path) => `service_dashboard=…; Path=${path}; Max-Age=43200; HttpOnly; SameSite=Strict; Secure`),
  );
  assert.is((await accessWith('/dashboard').cookies(plain)).length, 1);
  assert.not.match((await accessWith().cookies(plain)).join(), 'Secure');
  assert.not.match(cookies.join(), token);
});

test('[D2.dashboard.page] a cookie ends after its time, with its token, and when it is changed', async () => {
  const access = accessWith();
  const cookie = cookieOf(await access.cookies(secure));
  const has = (text: string, by = access): Promise<boolean> => by.hasCookie(from({ cookie: text }));
  assert.ok(await has(`a=b; ${cookie}; c=d`));
  assert.ok(await has(`service_dashboard=forged; ${cookie}`));
  assert.not.ok(await has(cookie, accessWith('/admin', 2)));
  for (const wrong of [
    cookie.slice(0, -1),
    cookie.replace('=1', '=2'),
    `other_${cookie}`,
    `service_dashboard=${token}`,
    'service_dashboard=',
    '',
  ])
    assert.not.ok(await has(wrong), wrong);
  now += 43_200_000;
  assert.not.ok(await has(cookie));
});

test('[D2.dashboard.page] dashboards on two ports of a host have cookies of their own', async () => {
  const access = accessWith();
  const named = async (host: string): Promise<string> => cookieOf(await access.cookies({ host, isSecure: false }));
  assert.match(await named('localhost:3000'), /^service_dashboard_3000=/);
  assert.match(await named('[::1]:3001'), /^service_dashboard_3001=/);
  for (const host of ['mcp.example', '[::1]', '']) assert.match(await named(host), /^service_dashboard=/, host);
  const has = (cookie: string, host: string): Promise<boolean> => access.hasCookie(from({ cookie, host }));
  const cookie = await named('localhost:3000');
  assert.ok(await has(cookie, 'localhost:3000'));
  assert.not.ok(await has(cookie, 'localhost:3001'));
  assert.not.ok(await has(cookie, 'localhost'));
});

test('[dashboard.foreign] a cookie that came with a request of another origin of this host counts for nothing', async () => {
  const access = accessWith();
  const cookie = cookieOf(await access.cookies(plain));
  const has = (headers: Headers): Promise<boolean> => access.hasCookie(from({ cookie, host: 'localhost:3000', ...headers }));
  const ofOwn: readonly Headers[] = [
    {},
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', origin: 'http://localhost:3000' },
    { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' },
    { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' },
  ];
  for (const one of ofOwn) assert.ok(await has(one), JSON.stringify(one));
  const ofOthers: readonly Headers[] = [
    { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
    { origin: 'http://localhost:9999' },
    { origin: 'null' },
  ];
  for (const one of ofOthers) assert.not.ok(await has(one), JSON.stringify(one));
});

test('[D2.dashboard.endpoint] the endpoint takes both headers; what only looks like the token is refused', async () => {
  const access = accessWith();
  const admits = (headers: Headers): Promise<boolean> => access.admitsEndpoint(from(headers));
  const right: readonly Headers[] = [
    { authorization: `Bearer ${token}` },
    { authorization: `bearer  ${token}` },
    { 'x-service-dashboard-token': token },
  ];
  for (const one of right) assert.ok(await admits(one), JSON.stringify(one));
  const wrong: readonly Headers[] = [
    {},
    { authorization: token },
    { authorization: `Basic ${token}` },
    { authorization: 'Bearer ' },
    { authorization: `Bearer ${token}x` },
    { authorization: `Bearer ${token.slice(0, -1)}` },
    { authorization: `Bearer ${token} x` },
    { 'x-service-dashboard-token': '' },
    { 'x-service-dashboard-token': token.toUpperCase() },
  ];
  for (const one of wrong) assert.not.ok(await admits(one), JSON.stringify(one));
  // One right header is enough: on a server with a sign-in of its own the other one is the server's.
  assert.ok(await admits({ authorization: 'Bearer of-the-server', 'x-service-dashboard-token': token }));
});

test.run();
