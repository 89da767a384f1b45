import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { connect } from '../test-support/connect.mjs';

let client;
before(async () => {
  client = await connect();
});
after(() => client?.close());

test('lists the tool', async () => {
  const { tools } = await client.request('tools/list');
  assert.ok(tools.some((tool) => tool.name === 'add'));
});

test('adds two numbers', async () => {
  const result = await client.request('tools/call', { name: 'add', arguments: { a: 2, b: 3 } });
  assert.deepEqual(result.structuredContent, { sum: 5 });
});

test('refuses text where a number belongs', async () => {
  const result = await client.request('tools/call', { name: 'add', arguments: { a: 'two', b: 3 } });
  assert.equal(result.isError, true);
});

test('reads the resource', async () => {
  const { contents } = await client.request('resources/read', { uri: 'calc://constants' });
  assert.equal(JSON.parse(contents[0].text).pi, Math.PI);
});

test('gets the prompt', async () => {
  const { messages } = await client.request('prompts/get', { name: 'explain', arguments: { task: '2 + 3' } });
  assert.match(messages[0].content.text, /2 \+ 3/);
});
