import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fetchSmall } from '../../../test/support/fetch-small.ts';
import { checkOptionRules } from '../options/option-rules.ts';
import { Service, type ServerMetadata } from '../define/index.ts';

const test = suite('http options');

type Security = NonNullable<NonNullable<ServerMetadata['http']>['security']>;

/** Status of a request for the health of a server, by the host that it names. */
function serverWith(security: Security, variables: Record<string, string> = {}) {
  class Server {}
  Service({ info: { name: 'small', version: '1.2.3' }, serve: false, http: { security } })(Server);
  const { handler } = fetchSmall({ server: Server, platform: { variables } });
  return async (host: string): Promise<number> => (await handler(new Request(`http://${host}/healthz`, { headers: { host } }))).status;
}

test('[D2.host.strict] strict answers only loopback names and the public host where no host is listed', async () => {
  const open = serverWith({});
  const strict = serverWith({ strict: true }, { SERVICE_PUBLIC_URL: 'https://api.example/tools' });
  for (const host of ['localhost:3000', '127.0.0.1', 'api.example']) assert.is(await strict(host), 200, host);
  for (const host of ['evil.example', 'api.example.evil.example']) {
    assert.is(await strict(host), 403, host);
    assert.is(await open(host), 200, host);
  }
});

test('[D2.host.strict] a list wins over what strict knows, bindAddress: all over strict', async () => {
  const listed = serverWith({ strict: true, dnsRebindingProtection: { allowedHosts: ['a.example'] } });
  assert.equal([await listed('a.example'), await listed('localhost')], [200, 403]);
  const variable = serverWith({ strict: true }, { SERVICE_ALLOWED_HOSTS: 'b.example' });
  assert.equal([await variable('b.example'), await variable('localhost')], [200, 403]);
  assert.is(await serverWith({ strict: true, bindAddress: 'all' })('evil.example'), 200);
});

test('[D2.host.strict] strict beside checks that are turned off is refused', () => {
  const security = { strict: true, dnsRebindingProtection: { enabled: false } };
  const [fault] = checkOptionRules('service', { http: { security } });
  assert.is(fault?.path, 'http.security');
  assert.match(JSON.stringify(fault), /keep one of the two/);
  assert.equal(checkOptionRules('service', { http: { security: { ...security, strict: false } } }), []);
});

test('[D2.origin.bundle] with allowedOrigins a page of another origin is refused on every path, and what names none is served', async () => {
  const served = (security: Security) => {
    class Server {}
    Service({ info: { name: 'small', version: '1.2.3' }, serve: false, http: { security } })(Server);
    const { handler } = fetchSmall({ server: Server });
    return async (path: string, origin?: string): Promise<string> => {
      const headers = { host: 'localhost', ...(origin === undefined ? {} : { origin }) };
      const answer = await handler(new Request(`http://localhost${path}`, { headers }));
      return `${answer.status} ${answer.status === 403 ? await answer.text() : ''}`.trim();
    };
  };
  const allowedOrigins = ['https://app.example'];
  const listed = served({ dnsRebindingProtection: { allowedOrigins } });
  const refused = '403 {"error":"Forbidden","message":"Invalid Origin header"}';
  for (const path of ['/healthz', '/nothing']) {
    assert.is(await listed(path, 'https://evil.example'), refused);
    assert.is.not(await listed(path, 'https://app.example'), refused);
    assert.is.not(await listed(path), refused);
  }
  const off = served({ dnsRebindingProtection: { allowedOrigins, enabled: false } });
  assert.is(await off('/healthz', 'https://evil.example'), '200');
});

test.run();
