import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { claimsOf } from '../../../../../test/support/oauth-driver.ts';
import { emptyExchange, formOf, memoryParts } from '../../../../../test/support/step-scene.ts';
import { createAnonymousGrant } from './anonymous.ts';

const grant = createAnonymousGrant(memoryParts(), ['anonymous']);
const address = { baseUrl: 'https://mcp.example', issuer: 'https://mcp.example', resource: 'https://mcp.example/mcp' };
const ask = (form: string) => grant.exchange({ form: formOf(`client_id=c&${form}`), exchange: emptyExchange(), address });

test('[I15.totals.sign-ins] the audience of an anonymous token is spelled by the server, however long the request spells it', async () => {
  for (const spelled of ['', `resource=${encodeURIComponent(`HTTPS://MCP.example:443/m${'\t'.repeat(9000)}cp/`)}`]) {
    const { access_token: token } = JSON.parse(String((await ask(spelled)).body)) as { access_token: string };
    assert.is(claimsOf(token)['aud'], address.resource);
  }
  const wrong = await ask('resource=https://other.example/').catch((failure: unknown) => failure);
  assert.is(Reflect.get(Object(wrong), 'error'), 'invalid_target');
});

test.run();
