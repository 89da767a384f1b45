import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { connect } from '../test-support/connect.mjs';

let client;
before(async () => {
  client = await connect();
});
after(() => client?.close());

test('lists the tools of both apps', async () => {
  const { tools } = await client.request('tools/list');
  const names = tools.map((tool) => tool.name);
  for (const name of ['add-note', 'import-notes', 'add']) assert.ok(names.includes(name), name);
});

test('adds two numbers', async () => {
  const result = await client.request('tools/call', { name: 'add', arguments: { a: 2, b: 3 } });
  assert.deepEqual(result.structuredContent, { sum: 5 });
});

test('stores a note and reads it back', async () => {
  const added = await client.request('tools/call', { name: 'add-note', arguments: { title: 'Milk', text: 'Buy milk.' } });
  const { contents } = await client.request('resources/read', { uri: added.structuredContent.uri });
  assert.equal(contents[0].text, 'Buy milk.');
});

test('stores several notes', async () => {
  const result = await client.request('tools/call', { name: 'import-notes', arguments: { notes: [{ title: 'A', text: 'a' }] } });
  assert.deepEqual(result.structuredContent, { stored: 1 });
});

test('completes the tone of the prompt', async () => {
  const { completion } = await client.request('completion/complete', {
    ref: { type: 'ref/prompt', name: 'summarize' },
    argument: { name: 'tone', value: 'f' },
  });
  assert.deepEqual(completion.values, ['friendly', 'formal']);
});
