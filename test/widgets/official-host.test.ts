/* Widgets of a built server in a host that is made of the official AppBridge, whose schemas judge every message. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { officialCode } from '../support/official-host.ts';
import { askResult, showWidget } from '../support/served-widget.ts';
import { type HostedWidget, wholeHost } from '../support/widget-host.ts';
import { closeScene, openScene, pictures, type WidgetScene } from '../support/widget-scene.ts';

const test = suite<WidgetScene>('widgets in the official host');

test.before(async (scene) => openScene(scene, await officialCode()));
test.after(closeScene);

const does = (widget: HostedWidget, method: string, params: object): Promise<unknown> =>
  widget.page.evaluate(`bridge.${method}(${JSON.stringify(params)})`);

const hears = (widget: HostedWidget, name: string): Promise<unknown> =>
  widget.page.waitForFunction(`window.heard.some((one) => one.name === ${JSON.stringify(name)})`);

const paramsOf = (widget: HostedWidget, name: string): Promise<unknown> =>
  widget.page.evaluate(`window.heard.find((one) => one.name === ${JSON.stringify(name)}).params`);

test('[MCPApps.official] AppBridge takes a widget from its handshake to its end', async ({ host, server }) => {
  const widget = await showWidget({ host, server }, 'forecast', {
    askServer: (method, params) => askResult(server, method, { ...params }),
  });
  await hears(widget, 'initialized');
  assert.equal(await widget.page.evaluate('bridge.getAppVersion()'), { name: 'forecast', version: '1' });
  await does(widget, 'sendToolInputPartial', { arguments: { city: 'Os' } });
  await widget.has('streaming Os');
  await does(widget, 'sendToolInput', { arguments: { city: 'Oslo' } });
  await widget.has('running Oslo');
  await does(widget, 'sendToolResult', await askResult(server, 'tools/call', { name: 'forecast', arguments: { city: 'Oslo' } }));
  await widget.has('Day 2: 19°');
  await hears(widget, 'context');
  assert.equal(await paramsOf(widget, 'context'), { structuredContent: { shown: true } });
  await widget.frame.click('button');
  await widget.has('"sky":"cloudy"');
  assert.equal(await paramsOf(widget, 'call'), { name: 'later', arguments: { from: 2 } });
  await widget.frame.click('#link');
  await hears(widget, 'link');
  assert.equal(await paramsOf(widget, 'link'), { url: 'https://weather.example/' });
  await does(widget, 'setHostContext', { ...wholeHost.hostContext, theme: 'dark' });
  await widget.until('document.querySelector("#theme").textContent === "dark"');
  assert.is(await widget.frame.evaluate('getComputedStyle(document.body).color'), 'rgb(240, 240, 224)');
  await hears(widget, 'size');
  // The frame has taken the height that the view told.
  await widget.until('document.documentElement.scrollHeight <= innerHeight && document.body.scrollHeight > 100');
  await widget.page.screenshot({ path: `${pictures}official.png`, fullPage: true });
  assert.equal(await does(widget, 'teardownResource', {}), {});
  assert.equal(
    (await widget.messages()).filter(({ method }) => method === 'violation'),
    [],
  );
  await widget.close();
});

test('[MCPApps.official] [toolui.calls] AppBridge takes every request of the bridge', async ({ host, server }) => {
  const widget = await showWidget({ host, server }, 'now', { askServer: (method, params) => askResult(server, method, { ...params }) });
  await hears(widget, 'initialized');
  const asks = (call: string): Promise<unknown> => widget.frame.evaluate(`ServiceBridge.${call}`);
  await asks('sendMessage("Tell me more")');
  assert.equal(await paramsOf(widget, 'message'), { role: 'user', content: [{ type: 'text', text: 'Tell me more' }] });
  assert.is(await asks('requestDisplayMode("fullscreen")'), 'fullscreen');
  assert.equal(await paramsOf(widget, 'mode'), { mode: 'fullscreen' });
  assert.is(await asks('readResource("ui://widget/now.html").then(({ contents }) => contents[0].mimeType)'), 'text/html;profile=mcp-app');
  assert.equal(await paramsOf(widget, 'read'), { uri: 'ui://widget/now.html' });
  await asks('log("warning", { seen: 1 })');
  await hears(widget, 'log');
  assert.equal(await paramsOf(widget, 'log'), { level: 'warning', data: { seen: 1 } });
  // Answers that its schemas refuse would be errors of the bridge, and what they refuse of ours an error here.
  const failed = (await widget.messages()).filter((message) => 'error' in message);
  assert.equal(failed, []);
  await widget.close();
});

test('[MCPApps.official] [toolui.view-tools] AppBridge lists and calls the tools of a widget, until they are taken back', async ({
  host,
  server,
}) => {
  const widget = await showWidget({ host, server }, 'table');
  await hears(widget, 'initialized');
  assert.equal(await widget.page.evaluate('bridge.getAppCapabilities().tools'), { listChanged: true });
  await widget.frame.evaluate(`ServiceBridge.registerTool({
    name: 'pick', description: 'Picks a row.', inputSchema: { type: 'object', properties: { row: { type: 'number' } } },
    execute: async ({ row }) => { if (row === undefined) throw new Error('no row'); return { row }; },
  })`);
  await widget.page.waitForFunction('window.messages.some(({ method }) => method === "notifications/tools/list_changed")');
  assert.equal(await widget.page.evaluate('bridge.listTools({})'), {
    tools: [{ name: 'pick', description: 'Picks a row.', inputSchema: { type: 'object', properties: { row: { type: 'number' } } } }],
  });
  const call = (params: object): Promise<unknown> => widget.page.evaluate(`bridge.callTool(${JSON.stringify(params)})`);
  assert.equal(await call({ name: 'pick', arguments: { row: 2 } }), {
    content: [{ type: 'text', text: '{"row":2}' }],
    structuredContent: { row: 2 },
  });
  for (const params of [{ name: 'pick' }, { name: 'other' }]) assert.is(((await call(params)) as { isError?: boolean }).isError, true);
  await widget.frame.evaluate('ServiceBridge.unregisterTool("pick")');
  assert.equal(await widget.page.evaluate('bridge.listTools({})'), { tools: [] });
  await widget.close();
});

test.run();
