/* Widgets and hosts that misbehave: the text of the result remains, and the host stays usable. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Browser, openBrowser } from '../support/browser.ts';
import { type BuiltProject, type BuiltServer, projectOf } from '../support/built-servers.ts';
import { readWidget, showWidget } from '../support/served-widget.ts';
import { type HostedWidget, WidgetHost } from '../support/widget-host.ts';

interface Scene {
  browser: Browser;
  host: WidgetHost;
  project: BuiltProject;
  server: BuiltServer;
}

const main = `import { Service, tool } from '@service/sdk';
const show = (name: string, file: string) => tool({ name, description: 'Shows.', ui: { template: { file } } })(() => ({ text: name }));
const tools = [show('huge', './huge.widget.ts'), show('misfit', './misfit.widget.ts'), show('spins', './spins.widget.ts'), show('loops', './loops.widget.tsx'), show('counts', './counts.widget.tsx')];
@Service({ info: { name: 'bad', version: '1.0.0' }, tools })
export default class Server {}
`;
const template = (body: string): string => `import type { WidgetTemplate } from '@service/sdk/widget';
const shown: WidgetTemplate = ({ helpers: { html }, output, status }) => { ${body} };
export default shown;
`;
const files = {
  'src/main.ts': main,
  'src/huge.widget.ts': template("return status === 'done' ? '<p>' + 'x'.repeat(5_000_000) + '</p>' : 'waits';"),
  'src/misfit.widget.ts': template(
    'return html`<ul>${(output as unknown as { days: string[] }).days.map((day) => html`<li>${day}</li>`)}</ul>`;',
  ),
  'src/spins.widget.ts': template("if (status === 'done') for (;;); return html`<p>${status}</p>`;"),
  'src/loops.widget.tsx': `import { useState } from 'react';
export default function Loops({ status }: { readonly status: string }) {
  const [count, setCount] = useState(0);
  if (status === 'done') setCount(count + 1);
  return <p>{count}</p>;
}
`,
  'src/counts.widget.tsx': `import { useWidgetState } from '@service/ui/widget/react';
export default function Counts() {
  const [count, setCount] = useWidgetState(1);
  return <button onClick={() => setCount(count + 1)}>Count {count}</button>;
}
`,
};

const test = suite<Scene>('widgets that misbehave');

test.before(async (scene) => {
  scene.project = projectOf('bad', files, 'widgets');
  scene.server = await scene.project.start('node');
  // As browsers of people are: a process for each site.
  scene.browser = await openBrowser(['--site-per-process']);
  scene.host = await WidgetHost.open(await scene.browser.newContext({ viewport: { width: 600, height: 400 } }));
});
test.after(async ({ browser, host, project, server }) => {
  host.close();
  await browser.close();
  await server.stop();
  project.remove();
});

const notify = (widget: HostedWidget, method: string, params: object): Promise<void> =>
  widget.send({ method: `ui/notifications/${method}`, params });

const result = (text: string, more: object = {}): object => ({ content: [{ type: 'text', text }], structuredContent: { text }, ...more });

const ends = async (widget: HostedWidget): Promise<void> => {
  await widget.send({ id: 'end', method: 'ui/resource-teardown', params: {} });
  await widget.page.waitForFunction('window.messages.some((message) => message.id === "end")');
  await widget.close();
};

const has = (widget: HostedWidget, condition: string): Promise<unknown> =>
  widget.page.waitForFunction(`window.messages.some((message) => ${condition})`);

test('[toolui.misbehaving] 5 MB of HTML are shown, and the host goes on', async (scene) => {
  const widget = await showWidget(scene, 'huge');
  await notify(widget, 'tool-result', result('large'));
  await widget.until('document.body.textContent.length > 4_999_999');
  await ends(widget);
});

test('[toolui.misbehaving] a result that does not fit the template leaves its text', async (scene) => {
  const widget = await showWidget(scene, 'misfit');
  await notify(widget, 'tool-result', result('{"from":"an older server"}'));
  await widget.has('an older server');
  await has(widget, 'message.method === "notifications/message" && message.params.level === "error"');
  await notify(widget, 'tool-result', { ...result('fits'), structuredContent: { days: ['Monday'] } });
  await widget.until('document.querySelector("li")?.textContent === "Monday"');
  for (const odd of [{}, { content: 'text' }, { content: [null, 7, { type: 'text' }] }, { structuredContent: null }])
    await notify(widget, 'tool-result', odd);
  await ends(widget);
});

test('[toolui.misbehaving] a component that renders without end leaves the text', async (scene) => {
  const widget = await showWidget(scene, 'loops');
  await notify(widget, 'tool-result', result('the text of the result'));
  await widget.has('the text of the result');
  await has(widget, 'message.method === "notifications/message" && /The widget failed/.test(message.params.data)');
  await ends(widget);
});

test('[toolui.misbehaving] a template that never ends stops its view alone', async (scene) => {
  const widget = await showWidget(scene, 'spins');
  await notify(widget, 'tool-result', result('spun'));
  assert.is(await widget.page.evaluate('new Promise((resolve) => setTimeout(() => resolve("host"), 200))'), 'host');
  await widget.close();
  const other = await showWidget(scene, 'misfit');
  await notify(other, 'tool-result', { content: [], structuredContent: { days: ['Tuesday'] } });
  await other.has('Tuesday');
  await ends(other);
});

test('[toolui.misbehaving] a view that is loaded again in the middle of a call does not take the answer of its former self', async (scene) => {
  const widget = await showWidget(scene, 'misfit', { answers: { 'tools/call': null as never } });
  await widget.until('ServiceBridge.hasCapability("serverTools")');
  await widget.frame.evaluate('void ServiceBridge.callTool("huge").catch(() => undefined)');
  await has(widget, 'message.method === "tools/call"');
  const before = (await widget.messages()).map(({ id }) => id).filter((id) => id !== undefined);
  await widget.page.evaluate('window.messages.length = 0');
  await widget.frame.evaluate('void setTimeout(() => location.reload(), 0)');
  await has(widget, 'message.method === "ui/notifications/initialized"');
  await widget.until('typeof ServiceBridge === "object" && ServiceBridge.hasCapability("serverTools")');
  await widget.frame.evaluate(
    '(() => { window.late = "none"; void ServiceBridge.callTool("huge").then((answer) => { window.late = answer; }); })()',
  );
  await has(widget, 'message.method === "tools/call"');
  for (const id of before) await widget.send({ id, result: result('late') });
  await notify(widget, 'tool-result', { content: [], structuredContent: { days: ['Friday'] } });
  await widget.has('Friday');
  assert.is(await widget.frame.evaluate('window.late'), 'none');
  await ends(widget);
});

test('[toolui.hash] the hash of a widget of another server gives the newest of this one', async ({ server }) => {
  const { text } = await readWidget(server, 'misfit');
  assert.is((await readWidget(server, 'misfit', '?v=otherserver1')).text, text);
});

test('[toolui.state] the hook of the state follows it, and a second call begins with none', async (scene) => {
  const widget = await showWidget(scene, 'counts');
  await notify(widget, 'tool-result', result('one', { _meta: { viewUUID: 'one' } }));
  await widget.has('Count 1');
  await widget.frame.click('button');
  await widget.has('Count 2');
  await widget.frame.evaluate('ServiceBridge.setWidgetState(7)');
  await widget.has('Count 7');
  await notify(widget, 'tool-result', result('two', { _meta: { viewUUID: 'two' } }));
  await widget.has('Count 1');
  await ends(widget);
});

test('[toolui.safe-area] a widget keeps to the safe area of the host', async (scene) => {
  const widget = await showWidget(scene, 'counts');
  await notify(widget, 'host-context-changed', { safeAreaInsets: { top: 8, right: 4, bottom: 2, left: 6 } });
  await widget.until('getComputedStyle(document.body).padding === "8px 4px 2px 6px"');
  for (const odd of [
    { safeAreaInsets: 'x' },
    { safeAreaInsets: { top: 'x;color:red' } },
    { theme: 7, styles: 'x' },
    { styles: { variables: { color: 'red' } } },
  ])
    await notify(widget, 'host-context-changed', odd);
  await widget.has('Count');
  assert.is(await widget.frame.evaluate('document.documentElement.style.color'), '');
  await ends(widget);
});

test.run();
