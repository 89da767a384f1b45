import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { issuersAt } from './server-address.ts';

const here = { baseUrl: 'https://a.example', issuer: 'https://a.example', resource: 'https://a.example/mcp' };

test('[D1.tokens.audience] the issuer at a listed address is that address without the path of the endpoint', () => {
  assert.equal(issuersAt(here, ['https://b.example/mcp', 'http://c.example:8080/team/mcp/']), [
    'https://b.example',
    'http://c.example:8080/team',
  ]);
});

test('[D1.tokens.audience] audiences that are not addresses of the endpoint name no issuer', () => {
  const others = [
    'https://b.example/other',
    'urn:desk:mcp',
    'no url',
    'https://b.example/mcp?a=1',
    'https://b.example/mcp#a',
    'ws://b.example/mcp',
  ];
  for (const other of others) assert.equal(issuersAt(here, [other]), [], other);
});

test.run();
