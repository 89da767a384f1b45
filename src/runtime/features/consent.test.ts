import { app, tool } from '@service/sdk/define';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openEnvelopeClient } from '../../../test/support/envelope-client.ts';
import { anonymousCaller, createAuthContext } from '../define/create-auth-context.ts';
import type { JsonObject } from '../model/index.ts';
import { consent } from './consent.ts';
import { localAuth } from './local-auth.ts';

const read = tool({ name: 'read', description: 'Reads' })(() => 'read');
const write = tool({ name: 'write', description: 'Writes' })(() => 'written');
const both = tool({ name: 'both', description: 'Calls another tool' })((_input, ctx) => ctx.callTool('write'));
const ping = tool({ name: 'ping', description: 'Is always callable' })(() => 'pong');
const twin = tool({ name: 'twin', description: 'One of two' })(() => 'one');
const otherTwin = tool({ name: 'twin', description: 'The other' })(() => 'two');

const open = () =>
  openEnvelopeClient(
    {
      apps: [app({ id: 'a', name: 'A', tools: [read, write, both, ping, twin] }), app({ id: 'b', name: 'B', tools: [otherTwin] })],
      auth: { mode: 'local', consent: { enabled: true, excludedTools: ['ping'] } },
    },
    { features: [consent, localAuth], variables: { JWT_SECRET: '0123456789abcdef0123456789abcdef' } },
  );

const caller = (claims: JsonObject) => createAuthContext({ mode: 'local', isAnonymous: false, user: { sub: 'u' }, claims });
const holding = (...selectedTools: string[]) => caller({ consent: { enabled: true, selectedTools } });

async function call(name: string, auth = holding('read', 'both', 'a:twin')): Promise<number | undefined> {
  const client = await open();
  const { error } = await client.ask('tools/call', { name, arguments: {} }, { auth });
  if (error !== undefined) assert.equal(error.data?.['code'], 'TOOL_NOT_CONSENTED', error.message);
  await client.application.close();
  return error?.code;
}

test('[N8.consent.denied] a tool that was not ticked answers TOOL_NOT_CONSENTED', async () => {
  assert.is(await call('read'), undefined);
  assert.is(await call('write'), -32003);
});

test('[N8.consent.qualified] of two tools with one name the ticked one is called', async () => {
  assert.is(await call('a:twin'), undefined);
  assert.is(await call('b:twin'), -32003);
  assert.is(await call('a:twin', holding('twin')), -32003);
});

test('[N2.consent.excluded] an excluded tool is always callable', async () => {
  assert.is(await call('ping', holding()), undefined);
});

test('[R27.consent.inner] a call that an author wrote needs no consent of its own', async () => {
  assert.is(await call('both'), undefined);
});

test('[N8.consent.closed] a token without a consent claim allows no tool; anonymous callers are not asked', async () => {
  for (const claims of [{}, { consent: true }, { consent: {} }, { consent: { selectedTools: 'read' } }])
    assert.is(await call('read', caller(claims)), -32003);
  assert.is(await call('read', anonymousCaller), undefined);
});

test('[N8.consent.lists] lists are the same for everybody', async () => {
  const client = await open();
  const { result } = await client.ask('tools/list', {}, { auth: holding() });
  assert.is(Array.isArray(result['tools']) ? result['tools'].length : 0, 6);
  await client.application.close();
});

test.run();
