import * as everyPart from '@service/sdk/assembly/parts';
import type { ServerModel, ToolModel } from '@service/sdk/model';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { emptyServer } from '../../../test/support/empty-model.ts';
import { noTables, planCallParts } from './call-parts.ts';

const entry = { id: 'x:s/x', listedName: 'x', name: 'x', owner: [] };
const tool: ToolModel = { ...entry, kind: 'tool', inputSchema: {}, inputKind: 'none', visibility: 'public', output: { kind: 'any' } };
const partsOf = (lists: Partial<ServerModel>, members: readonly string[] = []): readonly string[] =>
  planCallParts({ ...emptyServer, ...lists }, { members, tables: noTables });

test('entries that take nothing from their context bring no parts, and those that could take anything bring all of theirs', () => {
  assert.equal(partsOf({ tools: [tool] }), []);
  const asked = ['createRequestRecord', 'createChangeBus', 'limitCapabilities', 'callInner'];
  assert.equal(planCallParts({ ...emptyServer, tools: [tool] }, { members: undefined, tables: noTables }), asked);
  for (const part of asked) assert.ok(part in everyPart, part);
});

test('a member of the context brings the part that serves it', () => {
  const served = { fetch: 'createRequestRecord', runId: 'createRequestRecord', callTool: 'callInner', notifyUpdated: 'createChangeBus' };
  for (const [member, part] of Object.entries(served)) assert.ok(partsOf({ tools: [tool] }, [member]).includes(part), member);
  assert.ok(partsOf({}, ['clientCan']).includes('limitCapabilities'));
});

test('content, completers and resources without a media type bring what shapes, asks and guesses', () => {
  assert.equal(partsOf({ tools: [{ ...tool, output: { kind: 'content', types: ['string'], list: false } }] }), ['shapeContent']);
  const prompt = { ...entry, kind: 'prompt' as const, arguments: [{ name: 'a' }] };
  assert.equal(partsOf({ prompts: [prompt] }), []);
  assert.equal(partsOf({ prompts: [{ ...prompt, completes: ['a'] }] }), ['runCompleter']);
  const resource = { ...entry, kind: 'resource' as const, uri: 'x://r' };
  assert.equal(partsOf({ resources: [{ ...resource, mimeType: 'text/plain' }] }), []);
  assert.equal(partsOf({ resources: [resource] }), ['guessMediaType']);
});

test('[D4.container.async-context] waiting for providers is planned where one may be asynchronous', () => {
  const provider = { name: 'p', form: 'factory', scope: 'context', owner: [] } as const;
  assert.equal(partsOf({ providers: [provider] }), ['prepareCall']);
  assert.equal(
    partsOf({
      providers: [
        { ...provider, scope: 'global' },
        { ...provider, form: 'class' },
      ],
    }),
    [],
  );
});

test('people who sign in change what is theirs while the server runs', () => {
  const signedIn = { options: { ...emptyServer.options, rest: { auth: { mode: 'local' } } } };
  assert.ok(partsOf(signedIn).includes('createChangeBus'));
});

test.run();
