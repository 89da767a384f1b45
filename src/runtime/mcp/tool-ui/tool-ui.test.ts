import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type ServerMetadata, tool } from '@service/sdk';
import { openEnvelopeClient } from '../../../../test/support/envelope-client.ts';
import type { FeatureFactory } from '../../features/application/feature.ts';
import { toolUi, toolUiWith } from '../../features/tool-ui.ts';
import type { JsonObject } from '../../model/index.ts';
import { memberOf } from '../../std/index.ts';
import { guarding } from '../call/admission.ts';

const built = { html: '<!doctype html>', hash: 'abc', csp: {} };
const widgets = { 'tool:test/sky': built, 'tool:test/own': { ...built, csp: { frameDomains: ['https://a.example'] } } };
const sky = tool({ name: 'sky', ui: { template: '<p></p>' }, _meta: { 'openai/widgetAccessible': false, own: 1 } })(() => 'clear');
const own = tool({
  name: 'own',
  ui: {
    template: '<p></p>',
    resourceUri: 'ui://own/page',
    widgetAccessible: false,
    permissions: { camera: true, microphone: false },
    sandboxDomain: 'a.example',
  },
})(() => 'x');

const uiOf = (of: JsonObject | undefined): unknown => memberOf(of?.['_meta'], 'ui');

type Asked = Parameters<typeof openEnvelopeClient>[1];

async function asked(options: Omit<ServerMetadata, 'info'>, more: Partial<Asked> = {}) {
  const client = await openEnvelopeClient(options, { features: [toolUiWith(widgets)], ...more });
  const ask = async (method: string, params: JsonObject = {}) => client.ask(method, params);
  const list = async (method: string, key: string) => (await ask(method)).result[key] as readonly JsonObject[];
  return { ask, list, close: () => client.application.close() };
}

test('[MCPApps.tool] what an author has written into _meta stays beside what a widget adds', async () => {
  const { ask, close, list } = await asked({ tools: [sky, own] });
  const [first, second] = await list('tools/list', 'tools');
  assert.equal(first?.['_meta'], {
    ui: { resourceUri: 'ui://widget/sky.html?v=abc', visibility: ['model', 'app'] },
    'ui/resourceUri': 'ui://widget/sky.html?v=abc',
    'openai/outputTemplate': 'ui://widget/sky.html?v=abc',
    'openai/widgetAccessible': false,
    own: 1,
  });
  assert.equal(uiOf(second), { resourceUri: 'ui://own/page?v=abc', visibility: ['model'] });
  const contents = (await ask('resources/read', { uri: 'ui://own/page?v=1' })).result['contents'] as readonly JsonObject[];
  assert.equal(uiOf(contents[0]), {
    csp: { frameDomains: ['https://a.example'] },
    permissions: { camera: {} },
    domain: 'a.example',
  });
  await close();
});

test('[toolui.off] [MCPApps.extension] extApps false, or enabled false, serves no widgets', async () => {
  for (const extApps of [false, { enabled: false }] as const) {
    const { ask, close, list } = await asked({ tools: [own], extApps });
    assert.is((await list('tools/list', 'tools'))[0]?.['_meta'], undefined);
    assert.is(((await ask('server/discover')).result['capabilities'] as JsonObject)['extensions'], undefined);
    await close();
  }
});

test('[toolui.uncompiled] without a build the tool works, and a warning names it', async () => {
  const warnings: string[] = [];
  const { ask, close, list } = await asked({ tools: [sky] }, { features: [toolUi], log: (text) => void warnings.push(text) });
  assert.is(warnings.filter((text) => /"service dev" or "service build"/.test(text)).length, 1);
  assert.equal((await ask('tools/call', { name: 'sky' })).result['isError'], undefined);
  assert.equal(uiOf((await list('tools/list', 'tools'))[0]), { visibility: ['model', 'app'] });
  await close();
});

test('[toolui.guarded] whoever does not see a tool does not see its widget', async () => {
  const hiding: FeatureFactory = {
    name: 'hiding',
    create: () => ({
      around: { use: guarding({ concerns: ({ model }) => model.name === 'sky', lists: () => false, admit: () => undefined }) },
    }),
  };
  const { ask, close, list } = await asked({ tools: [sky, own] }, { features: [hiding, toolUiWith(widgets)] });
  const resources = await list('resources/list', 'resources');
  assert.equal(
    resources.map(({ name }) => name),
    ['own widget'],
  );
  const { error } = await ask('resources/read', { uri: 'ui://widget/sky.html' });
  assert.match(String(error.message), /not found/i);
  await close();
});

test.run();
