/* Widgets of a built server in a strict host page, in a real Chromium: two loopback origins, the policy as a header, an opaque view. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type BuiltServer, projectOf } from '../support/built-servers.ts';
import { askResult, readWidget, showWidget } from '../support/served-widget.ts';
import { type HostedWidget, type HostMessage, wholeHost } from '../support/widget-host.ts';
import { closeScene, openScene, pictures, type WidgetScene } from '../support/widget-scene.ts';

const test = suite<WidgetScene>('widgets in a browser');

test.before(async (scene) => openScene(scene));
test.after(closeScene);

const call = (server: BuiltServer, name: string, args: object): Promise<object> =>
  askResult<object>(server, 'tools/call', { name, arguments: args });

const notify = (widget: HostedWidget, method: string, params: object): Promise<void> =>
  widget.send({ method: `ui/notifications/${method}`, params });

const methodsOf = (messages: readonly HostMessage[]): readonly string[] => messages.flatMap(({ method }) => method ?? []);

const hears = (widget: HostedWidget, condition: string): Promise<unknown> =>
  widget.page.waitForFunction(`window.messages.some((message) => ${condition})`);

async function endsClean(widget: HostedWidget): Promise<void> {
  await widget.send({ id: 'end', method: 'ui/resource-teardown', params: {} });
  await hears(widget, 'message.id === "end"');
  const messages = await widget.messages();
  assert.equal(messages.find(({ id }) => String(id) === 'end')?.result, {});
  assert.equal(
    messages.filter(({ method }) => method === 'violation'),
    [],
  );
  await widget.close();
}

test('[MCPApps.handshake] [MCPApps.strict] [MCPApps.teardown] HTML shows the values of a result', async (scene) => {
  const widget = await showWidget(scene, 'now');
  await hears(widget, 'message.method === "ui/notifications/initialized"');
  const [initialize] = await widget.messages();
  assert.equal(initialize?.params, {
    appInfo: { name: 'now', version: '1' },
    appCapabilities: { availableDisplayModes: ['inline', 'fullscreen', 'pip'] },
    protocolVersion: '2026-01-26',
  });
  await notify(widget, 'tool-input', { arguments: { city: 'Oslo' } });
  await notify(widget, 'tool-result', await call(scene.server, 'now', { city: 'Oslo' }));
  await widget.has('The sky is clear.');
  // The frame is as high as what it shows: nothing is cut off.
  await widget.until('innerHeight < 200 && document.documentElement.scrollHeight <= innerHeight && document.body.scrollHeight > 60');
  await widget.page.screenshot({ path: `${pictures}now.png`, fullPage: true });
  await endsClean(widget);
});

test('[toolui.escaping] [toolui.calls] a function shows hostile strings as text, and a click calls a tool', async (scene) => {
  const later = await call(scene.server, 'later', { from: 4 });
  const widget = await showWidget(scene, 'table', { answers: { 'tools/call': later } });
  const hostile = ['<img src="data:," onerror="window.hit=1">', '</script><script>window.hit=1</script>', '<b>bold</b>', '\u2028"\'&amp;'];
  await notify(widget, 'tool-result', await call(scene.server, 'table', { rows: hostile }));
  await widget.has('<b>bold</b>');
  for (const row of hostile.slice(0, 3)) await widget.has(row);
  assert.is(await widget.frame.evaluate('document.querySelectorAll("td > *").length'), 0);
  await widget.frame.evaluate('document.addEventListener("toolresult", ({ detail }) => { window.heard = detail; }), undefined');
  await widget.frame.click('button');
  await widget.until('window.heard !== undefined');
  assert.equal(await widget.frame.evaluate('window.heard'), later);
  const asked = (await widget.messages()).find(({ method }) => method === 'tools/call');
  assert.equal(asked?.params, { name: 'later', arguments: { from: 4 } });
  // What its author has not escaped is markup, and runs nothing.
  await notify(
    widget,
    'tool-result',
    await call(scene.server, 'table', { rows: ['raw', ...hostile, '<a href="java\tscript:window.hit=1">go</a>'] }),
  );
  await widget.has('bold');
  assert.is(
    await widget.frame.evaluate('document.querySelectorAll("script:not(body > script):not(head > script), [onerror], a[href]").length'),
    0,
  );
  assert.is(await widget.frame.evaluate('window.hit'), undefined);
  await endsClean(widget);
});

test('[toolui.failure] where a template throws, the text of the result is shown, and the next result is', async (scene) => {
  const widget = await showWidget(scene, 'table');
  await notify(widget, 'tool-result', await call(scene.server, 'table', { rows: ['boom'] }));
  await widget.has('{"value":["boom"]}');
  await hears(widget, 'message.method === "notifications/message" && /no table for boom/.test(message.params.data)');
  await notify(widget, 'tool-result', await call(scene.server, 'table', { rows: ['calm'] }));
  await widget.until('document.querySelector("td")');
  await endsClean(widget);
  const component = await showWidget(scene, 'forecast');
  await notify(component, 'tool-result', await call(scene.server, 'forecast', { city: 'boom', days: 1 }));
  await component.has('"city":"boom"');
  await endsClean(component);
});

test('[MCPApps.strict] [toolui.calls] [toolui.theme] a component of React calls a tool, asks its host and follows it', async (scene) => {
  const later = await call(scene.server, 'later', { from: 2 });
  const widget = await showWidget(scene, 'forecast', {
    answers: { 'tools/call': later, 'ui/open-link': {}, 'ui/update-model-context': {} },
  });
  await notify(widget, 'tool-input-partial', { arguments: { city: 'Os' } });
  await widget.has('streaming Os');
  await notify(widget, 'tool-input', { arguments: { city: 'Oslo' } });
  await widget.has('running Oslo');
  await notify(widget, 'tool-result', await call(scene.server, 'forecast', { city: 'Oslo' }));
  await widget.has('Day 2: 19°');
  await widget.frame.click('button');
  await widget.has('"sky":"cloudy"');
  await widget.frame.click('#link');
  await hears(widget, 'message.method === "ui/open-link"');
  await hears(widget, 'message.method === "ui/update-model-context"');
  const colour = 'getComputedStyle(document.body).color';
  assert.is(await widget.frame.evaluate(colour), 'rgb(16, 32, 48)');
  await widget.page.screenshot({ path: `${pictures}forecast-light.png`, fullPage: true });
  await notify(widget, 'host-context-changed', { theme: 'dark' });
  await widget.until('document.querySelector("#theme").textContent === "dark"');
  assert.is(await widget.frame.evaluate(colour), 'rgb(240, 240, 224)');
  await widget.page.screenshot({ path: `${pictures}forecast-dark.png`, fullPage: true });
  await endsClean(widget);
});

test('[toolui.calls] a host without tools is told apart from a tool that fails', async (scene) => {
  const widget = await showWidget(scene, 'forecast', { initialize: { ...wholeHost, hostCapabilities: {} } });
  await notify(widget, 'tool-result', await call(scene.server, 'forecast', { city: 'Oslo' }));
  await widget.until('document.querySelector("li")');
  await widget.frame.click('button');
  await widget.has('tools/call: this host does not offer serverTools');
  assert.not(methodsOf(await widget.messages()).includes('tools/call'));
  await endsClean(widget);
});

test('[MCPApps.handshake] hosts that say little, say it late, twice or not at all', async (scene) => {
  const result = await call(scene.server, 'now', { city: 'Oslo' });
  const bare = await showWidget(scene, 'now', { initialize: {} });
  await notify(bare, 'tool-result', result);
  await notify(bare, 'tool-input', { arguments: { city: 'Oslo' } });
  await notify(bare, 'tool-result', await call(scene.server, 'now', { city: 'Rome' }));
  await bare.has('Rome');
  assert.is(await bare.frame.evaluate('ServiceBridge.view.status'), 'done');
  // Only the host is heard: here the view sends to itself.
  await bare.frame.evaluate(
    'postMessage({ jsonrpc: "2.0", method: "ui/notifications/tool-result", params: { content: [], isError: true } }, "*")',
  );
  await bare.frame.evaluate('new Promise((resolve) => { addEventListener("message", resolve, { once: true }); postMessage(1, "*"); })');
  assert.is(await bare.frame.evaluate('ServiceBridge.view.status'), 'done');
  await notify(bare, 'tool-cancelled', { reason: 'enough' });
  await bare.until('ServiceBridge.view.status === "cancelled"');
  for (const garbage of [null, 7, 'text', { jsonrpc: '2.0' }, { method: 'ui/notifications/unknown' }, { id: 99, result: 1 }])
    await bare.page.evaluate(`document.querySelector("iframe").contentWindow.postMessage(${JSON.stringify(garbage)}, "*")`);
  await notify(bare, 'tool-result', { isError: true, content: [{ type: 'text', text: 'no such city' }] });
  await bare.until('ServiceBridge.view.status === "failed"');
  assert.is(await bare.frame.evaluate('ServiceBridge.view.text'), 'no such city');
  await endsClean(bare);
  const silent = await showWidget(scene, 'now', { initialize: null });
  await notify(silent, 'tool-result', result);
  await silent.has('Oslo');
  await endsClean(silent);
});

test('[toolui.bridge-aliases] pages ask the bridge for one thing at a time', async (scene) => {
  const widget = await showWidget(scene, 'now');
  await widget.until('ServiceBridge.getHostContext().locale === "en-GB"');
  const now = (): Promise<unknown> =>
    widget.frame.evaluate(
      '[ServiceBridge.adapterId, ServiceBridge.getTheme(), ServiceBridge.getDisplayMode(), ServiceBridge.getToolInput(), ServiceBridge.getToolOutput()?.city, ServiceBridge.getStructuredContent()?.city]',
    );
  assert.equal(await now(), ['ext-apps', 'light', 'inline', {}, undefined, undefined]);
  await widget.frame.evaluate(
    '(() => { window.heard = []; ServiceBridge.onToolResult(({ city }) => heard.push(city)); ServiceBridge.onToolResponseMetadata(({ seen }) => heard.push(seen)); window.off = ServiceBridge.onContextChange(({ theme }) => heard.push(theme)); })()',
  );
  await notify(widget, 'tool-input', { arguments: { city: 'Oslo' } });
  await notify(widget, 'tool-result', { ...(await call(scene.server, 'now', { city: 'Oslo' })), _meta: { seen: 1 } });
  await notify(widget, 'host-context-changed', { theme: 'dark' });
  await widget.until('heard.length === 3');
  assert.equal(await widget.frame.evaluate('heard'), ['Oslo', 1, 'dark']);
  assert.equal(await now(), ['ext-apps', 'dark', 'inline', { city: 'Oslo' }, 'Oslo', 'Oslo']);
  await widget.frame.evaluate('off()');
  await notify(widget, 'host-context-changed', { theme: 'light' });
  await widget.until('ServiceBridge.getTheme() === "light"');
  assert.is(await widget.frame.evaluate('heard.length'), 3);
  await endsClean(widget);
});

/** What a host with `window.openai` alone puts into the page: its functions keep what they are called with. */
const openaiHost = `<script>
  const calls = [];
  const keeps = (name, answer) => async (...args) => { calls.push([name, ...args]); return answer; };
  window.openai = {
    calls, theme: 'dark', locale: 'nb-NO', displayMode: 'inline', maxHeight: 400, safeArea: { insets: { top: 8 } },
    toolInput: { rows: ['Oslo'] }, toolOutput: null, widgetState: { page: 3 },
    callTool: keeps('callTool', { result: 'later' }), openExternal: keeps('openExternal'), sendFollowUpMessage: keeps('sendFollowUpMessage'),
    requestDisplayMode: keeps('requestDisplayMode', { mode: 'fullscreen' }), requestClose: keeps('requestClose'),
    setWidgetState: keeps('setWidgetState'), notifyIntrinsicHeight: keeps('notifyIntrinsicHeight'),
  };
  window.given = (globals) => { Object.assign(openai, globals); dispatchEvent(new CustomEvent('openai:set_globals', { detail: { globals } })); };
</script>`;

test('[toolui.openai] [toolui.bridge-members] a host that has window.openai alone is spoken to by that', async ({ host, server }) => {
  const { text } = await readWidget(server, 'table');
  const widget = await host.show(`${openaiHost}${text}`, { initialize: null });
  const asks = <T>(script: string): Promise<T> => widget.frame.evaluate<T>(`ServiceBridge.${script}`);
  await widget.frame.evaluate('ServiceBridge.initialize()');
  assert.equal(await widget.frame.evaluate('[ServiceBridge.adapterId, ServiceBridge.getTheme(), ServiceBridge.view.host.locale]'), [
    'openai',
    'dark',
    'nb-NO',
  ]);
  assert.equal(await asks('view.input'), { rows: ['Oslo'] });
  assert.is(await asks('view.status'), 'running');
  await widget.frame.evaluate('given({ toolOutput: { value: ["Bergen"] }, toolResponseMetadata: { seen: 1 } })');
  await widget.until('document.querySelector("td")?.textContent === "Bergen"');
  assert.equal(await asks('view.meta'), { seen: 1 });
  await widget.frame.evaluate('given({ theme: "light" })');
  await widget.until('document.documentElement.dataset.theme === "light" && ServiceBridge.view.status === "done"');
  assert.equal(await asks('capabilities'), { serverTools: {}, openLinks: {}, message: {} });
  assert.equal(await asks('callTool("later", { from: 4 })'), { content: [{ type: 'text', text: 'later' }] });
  await asks('openLink("https://weather.example/")');
  await asks('sendMessage("Tell me more")');
  assert.is(await asks('requestDisplayMode("fullscreen")'), 'fullscreen');
  assert.equal(await asks('getWidgetState()'), { page: 3 });
  await asks('setWidgetState({ page: 4 })');
  assert.equal(await asks('getWidgetState()'), { page: 4 });
  await asks('requestClose()');
  const refused = await asks<string>('updateModelContext({}).catch((error) => error.message)');
  assert.match(refused, /this host does not offer updateModelContext/);
  await widget.until('openai.calls.some(([name]) => name === "notifyIntrinsicHeight")');
  const calls = await widget.frame.evaluate<readonly (readonly unknown[])[]>('openai.calls');
  assert.equal(
    calls.filter(([name]) => name !== 'notifyIntrinsicHeight'),
    [
      ['callTool', 'later', { from: 4 }],
      ['openExternal', { href: 'https://weather.example/' }],
      ['sendFollowUpMessage', { prompt: 'Tell me more' }],
      ['requestDisplayMode', { mode: 'fullscreen' }],
      ['setWidgetState', { page: 4 }],
      ['requestClose'],
    ],
  );
  assert.equal(
    (await widget.messages()).filter(({ method }) => method === 'tools/call' || method === 'violation'),
    [],
  );
  await widget.close();
});

test('[toolui.openai] a host that has both is spoken to by MCP Apps', async ({ host, server }) => {
  const { text } = await readWidget(server, 'table');
  const widget = await host.show(`${openaiHost}${text}`, { answers: { 'tools/call': { content: [] } } });
  await widget.until('ServiceBridge.initialized');
  assert.is(await widget.frame.evaluate('ServiceBridge.adapterId'), 'ext-apps');
  await widget.frame.evaluate('ServiceBridge.callTool("later", { from: 4 })');
  await notify(widget, 'tool-result', { content: [], structuredContent: { value: ['Voss'] } });
  await widget.has('Voss');
  await widget.frame.evaluate('given({ toolOutput: { value: ["Bergen"] }, theme: "dark" })');
  assert.equal(await widget.frame.evaluate('[openai.calls.length, ServiceBridge.getTheme(), ServiceBridge.view.output[0]]'), [
    0,
    'light',
    'Voss',
  ]);
  await endsClean(widget);
  const odd = await host.show(`<script>window.openai = 'x'</script>${text}`, { initialize: null });
  await notify(odd, 'tool-result', { content: [], structuredContent: { value: ['Moss'] } });
  await odd.has('Moss');
  await endsClean(odd);
  // Elements are members of the window by their names. The page tells when the wait for an answer of MCP Apps is over.
  const told =
    '<script>{ const wait = setTimeout; window.setTimeout = (run, ms) => wait(() => { run(); window.waited ||= ms === 500; }, ms); }</script>';
  const clobbered = await host.show(`${told}<form id="openai"><input name="callTool"></form>${text}`, { initialize: null });
  await clobbered.until('window.waited');
  assert.equal(await clobbered.frame.evaluate('[openai.localName, ServiceBridge.adapterId]'), ['form', 'ext-apps']);
  await endsClean(clobbered);
});

test('[toolui.bridge-members] pages hear that the bridge is ready, close themselves, and give no tools undeclared', async (scene) => {
  const { text } = await readWidget(scene.server, 'now');
  const early =
    '<script>addEventListener("bridge:ready", ({ detail }) => { window.ready = detail === ServiceBridge && detail.initialized; })</script>';
  const widget = await scene.host.show(`${early}${text}`);
  await widget.until('window.ready === true');
  assert.equal(await widget.frame.evaluate('ServiceBridge.capabilities'), wholeHost.hostCapabilities);
  await widget.frame.evaluate('ServiceBridge.requestClose()');
  await hears(widget, 'message.method === "ui/notifications/request-teardown"');
  const refused = await widget.frame.evaluate<string>(
    '(() => { try { ServiceBridge.registerTool({ name: "x" }); } catch ({ message }) { return message; } })()',
  );
  assert.match(refused, /widgetCapabilities: \{ toolListChanged: true \}/);
  await endsClean(widget);
});

test('[toolui.state] state is kept in memory where the view may not store', async (scene) => {
  const widget = await showWidget(scene, 'now');
  await notify(widget, 'tool-result', { content: [], _meta: { viewUUID: 'a' } });
  await widget.until('ServiceBridge.view.meta.viewUUID === "a"');
  assert.is(await widget.frame.evaluate('ServiceBridge.setWidgetState({ page: 2 }), ServiceBridge.getWidgetState().page'), 2);
  assert.is(await widget.frame.evaluate('(() => { try { return String(localStorage); } catch { return "refused"; } })()'), 'refused');
  await endsClean(widget);
});

test('[toolui.size] content as high as its frame does not grow it', async (scene) => {
  const widget = await showWidget(scene, 'table');
  const sizes = async (): Promise<readonly unknown[]> =>
    (await widget.messages()).filter(({ method }) => method === 'ui/notifications/size-changed').map(({ params }) => params?.['height']);
  await hears(widget, 'message.method === "ui/notifications/size-changed"');
  assert.is((await sizes())[0], 120);
  await widget.frame.evaluate('(() => { document.body.style.minHeight = "calc(100vh + 20px)"; })()');
  await widget.frame.evaluate('new Promise((resolve) => setTimeout(resolve, 900))');
  const before = (await sizes()).length;
  await widget.frame.evaluate('new Promise((resolve) => setTimeout(resolve, 600))');
  assert.is((await sizes()).length, before);
  assert.ok(before <= 4, JSON.stringify(await sizes()));
  await endsClean(widget);
});

const pages = `import { Service, tool } from '@service/sdk';
const page = tool({ name: 'page', description: 'Shows a page.', ui: { template: { file: './page.html' } } })(() => ({ city: 'Oslo' }));
const text = tool({ name: 'text', description: 'Shows a text.', ui: { template: { file: './text.md' } } })(() => ({ city: 'Rome' }));
@Service({ info: { name: 'pages', version: '1.0.0' }, tools: [page, text] })
export default class Server {}
`;
const ownPage = `<!DOCTYPE html>
<html lang="en"><head><title>Own</title><style>b { color: rgb(1, 2, 3) }</style></head>
<body><b id="city"></b><script>
  ServiceBridge.subscribe(() => { document.querySelector('#city').textContent = 'In ' + (ServiceBridge.view.output?.city ?? ''); });
</script></body></html>`;

test('[toolui.template] files of HTML with scripts of their own, and of Markdown, are pages', async (scene) => {
  const files = { 'src/main.ts': pages, 'src/page.html': ownPage, 'src/text.md': '# City\n\nIn **<span data-text="output.city"></span>**' };
  const project = projectOf('pages', files, 'widgets');
  const server = await project.start('node');
  try {
    const page = await showWidget({ ...scene, server }, 'page');
    await notify(page, 'tool-result', await call(server, 'page', {}));
    await page.has('In Oslo');
    const colour = 'getComputedStyle(document.querySelector("#city")).color';
    assert.equal(await page.frame.evaluate(`[document.documentElement.lang, ${colour}]`), ['en', 'rgb(1, 2, 3)']);
    await endsClean(page);
    const text = await showWidget({ ...scene, server }, 'text');
    await notify(text, 'tool-result', await call(server, 'text', {}));
    await text.has('In Rome');
    assert.is(await text.frame.evaluate('document.querySelector("h1").textContent'), 'City');
    await endsClean(text);
  } finally {
    await server.stop();
    project.remove();
  }
});

test.run();
