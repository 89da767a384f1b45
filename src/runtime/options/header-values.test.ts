import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readEnvironment } from './env.ts';
import { checkOptionRules } from './option-rules.ts';

const own = ['Set-Cookie', 'WWW-Authenticate', 'MCP-Session-Id', 'location', 'ETag'];
const refused: readonly (readonly [problem: string, names: readonly string[]])[] = [
  ['belongs to the server: it differs between answers', own],
  ['belongs to the server: it frames the answer', ['Content-Length', 'transfer-encoding', 'Connection', 'Content-Type', 'Upgrade']],
  ['is sent by http.cors alone', ['Access-Control-Allow-Origin', 'access-control-max-age']],
  ['is no header name', ['two words', 'a:b', '']],
];

for (const [problem, names] of refused) {
  test(`[D2.headers.custom-refused] a custom header that ${problem} is named and refused, in code and by variable`, () => {
    for (const name of names) {
      const options = { info: { name: 's', version: '1.0.0' }, http: { securityHeaders: { custom: { [name]: 'x' } } } };
      const faults = checkOptionRules('service', options).map(({ message }) => message);
      assert.match(faults.join('\n'), `${JSON.stringify(name)} ${problem}`);
      const read = (): unknown => readEnvironment({ SERVICE_HEADERS_CUSTOM: JSON.stringify({ [name]: 'x' }) });
      assert.throws(read, (failure: Error) => failure.message.includes(`the header ${JSON.stringify(name)} ${problem}`));
    }
  });
}

test('[D2.headers.custom] other headers of the answer may be set', () => {
  const custom = { 'Cache-Control': 'no-cache', 'Referrer-Policy': 'no-referrer', 'X-Own': 'x' };
  assert.equal(readEnvironment({ SERVICE_HEADERS_CUSTOM: JSON.stringify(custom) }).SERVICE_HEADERS_CUSTOM, custom);
});

test.run();
