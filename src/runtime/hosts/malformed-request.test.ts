import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { answerMalformed, isOnOwnHost } from './malformed-request.ts';

const at = (url: string, headers: Record<string, string> = {}): boolean => isOnOwnHost(new Request(url, { headers }));

test('[serverless.malformed] a request names the host of its URL, or that of the proxy which passes it on', () => {
  assert.ok(at('https://a.example/mcp'));
  assert.ok(at('https://a.example/mcp', { host: 'A.example' }));
  assert.ok(at('https://a.example/mcp', { host: 'a.example:443' }));
  assert.ok(at('https://a.example:8443/mcp', { host: 'a.example:8443' }));
  assert.ok(at('https://a.example/mcp', { host: 'deployment.example', 'x-forwarded-host': 'a.example' }));
  // What a platform makes of the targets //evil.example/mcp and https://evil.example/mcp.
  assert.not(at('https://evil.example/mcp', { host: 'a.example' }));
  assert.not(at('https://evil.example/mcp', { host: 'a.example', 'x-forwarded-host': 'a.example' }));
  assert.not(at('https://a.example:8443/mcp', { host: 'a.example' }));
  for (const host of ['user@a.example', 'a.example/x', 'a.example, b.example', 'a b', '', '0x7f.1', 'a.example:99999']) {
    assert.not(at('https://a.example/mcp', { host }), host);
    assert.not(at('https://a.example/mcp', { host, 'x-forwarded-host': 'a.example' }), host);
    if (host !== '') assert.not(at('https://a.example/mcp', { host: 'b.example', 'x-forwarded-host': host }), host);
  }
});

test('[serverless.malformed] the refusal has the headers of every answer and is kept by no cache', async () => {
  const answer = answerMalformed();
  const { headers, status } = answer;
  assert.is(status, 400);
  assert.is(headers.get('x-content-type-options'), 'nosniff');
  assert.is(headers.get('x-frame-options'), 'DENY');
  assert.is(headers.get('cache-control'), 'no-store');
  assert.equal(await answer.json(), { error: 'Bad Request', message: 'Malformed request' });
});

test.run();
