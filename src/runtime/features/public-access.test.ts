import { app, prompt, tool } from '@service/sdk/define';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openEnvelopeClient, signedIn } from '../../../test/support/envelope-client.ts';
import { anonymousCaller } from '../define/create-auth-context.ts';
import type { PublicAccessOptions } from '../define/auth-options.ts';
import type { Feature, FeatureFactory } from './application/feature.ts';
import { emptyExchange } from '../../../test/support/step-scene.ts';
import { anonymousGrant } from './anonymous-grant.ts';
import { localAuth } from './local-auth.ts';
import { publicAccess } from './public-access.ts';

const read = tool({ name: 'read', description: 'Reads' })(() => 'read');
const write = tool({ name: 'write', description: 'Writes' })(() => 'written');
const hello = prompt({ name: 'hello', description: 'Greets' })(() => 'hello');
const secret = prompt({ name: 'secret', description: 'Tells' })(() => 'secret');

const open = (options: PublicAccessOptions, feature: FeatureFactory = publicAccess) =>
  openEnvelopeClient(
    {
      apps: [app({ id: 'desk', name: 'Desk', tools: [read, write], prompts: [hello, secret] })],
      auth: { mode: 'local', allowDefaultPublic: true, publicAccess: options },
    },
    { features: [feature, anonymousGrant, localAuth], variables: { JWT_SECRET: '0123456789abcdef0123456789abcdef' } },
  );

const namesOf = (list: unknown): unknown[] => (Array.isArray(list) ? list.map((item: { name?: unknown }) => item.name) : []);

test('[N7.hidden] unlisted entries are hidden from anonymous callers, and refused when named', async () => {
  const client = await open({ tools: ['desk:read'], prompts: ['hello'] });
  assert.equal(namesOf((await client.ask('tools/list')).result['tools']), ['read']);
  assert.equal(namesOf((await client.ask('prompts/list')).result['prompts']), ['hello']);
  assert.is((await client.ask('tools/call', { name: 'read', arguments: {} })).error, undefined);
  const tool = await client.ask('tools/call', { name: 'write', arguments: {} });
  assert.is(tool.error.code, -32003);
  assert.is(tool.error.data?.['code'], 'AUTHORITY_DENIED');
  assert.is((await client.ask('prompts/get', { name: 'secret', arguments: {} })).error.code, -32003);
  await client.application.close();
});

test('[N7.signed-in] signed-in callers see and use everything', async () => {
  const client = await open({ tools: [], prompts: [] });
  const auth = signedIn('ada');
  assert.equal(namesOf((await client.ask('tools/list', {}, { auth })).result['tools']), ['read', 'write']);
  assert.is((await client.ask('tools/call', { name: 'write', arguments: {} }, { auth })).error, undefined);
  assert.equal(namesOf((await client.ask('tools/list')).result['tools']), []);
  await client.application.close();
});

test('[N7.all] without lists everything is open', async () => {
  const client = await open({});
  assert.equal(namesOf((await client.ask('tools/list')).result['tools']), ['read', 'write']);
  assert.is((await client.ask('prompts/get', { name: 'secret', arguments: {} })).error, undefined);
  await client.application.close();
});

test('[N7.rate] anonymous callers of one address get so many requests a minute, then 429; others are not counted', async () => {
  let made: Feature | undefined;
  const { application } = await open(
    { rateLimit: 2 },
    {
      ...publicAccess,
      create: (parts) => (made = publicAccess.create(parts)),
    },
  );
  const aroundEndpoint = made?.around?.endpoint;
  assert.ok(aroundEndpoint !== undefined);
  const send = async (peerAddress: string, auth = anonymousCaller): Promise<number> =>
    (await aroundEndpoint({ exchange: emptyExchange({ method: 'POST', peerAddress }), auth }, () => ({ status: 200, headers: {} }))).status;
  assert.equal([await send('192.0.2.1'), await send('192.0.2.1'), await send('192.0.2.1')], [200, 200, 429]);
  assert.is(await send('192.0.2.2'), 200);
  assert.is(await send('192.0.2.1', signedIn('ada')), 200);
  await application.close();
});

test.run();
