/* Widgets and hosts that misbehave: the text of the result remains, and the host stays usable. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
const tools = [show('huge', './huge.widget.ts'), show('misfit', './misfit.widget.ts'), show('spins', './spins.widget.ts'), show('loops', './loops.widget.tsx'), show('counts', './counts.widget.tsx'), show('shown', './shown.widget.tsx')];
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

const shownWidget = `import { Alert, Avatar, Badge, Button, Card, Content, List, Loader, McpBridgeProvider, Modal, Select, Table, TextField, useCapability, useDisplayMode, useMcpBridge, useMcpBridgeContext, useOpenLink, useSendMessage, useStructuredContent, useToolCalls, useToolInput, useToolOutput } from '@service/ui/react';
import { flow } from '@service/ui/react/flow';
import { math } from '@service/ui/react/math';
import { mdx } from '@service/ui/react/mdx';
import { pdf } from '@service/ui/react/pdf';
import { useState } from 'react';
function Parts() {
  const { ready, adapterId } = useMcpBridgeContext();
  const [mode, setMode] = useDisplayMode();
  const { huge: [callHuge, huge, reset] } = useToolCalls({ huge: 'huge' });
  const [open, setOpen] = useState(false);
  const send = useSendMessage();
  const link = useOpenLink();
  const seen = [ready, adapterId, mode, useCapability('serverTools'), useMcpBridge() !== undefined, JSON.stringify(useToolInput()), JSON.stringify(useStructuredContent()), huge.called, huge.loading, JSON.stringify(huge.data?.content ?? null)];
  return <Card title="Parts">
    <p id="seen">{JSON.stringify(seen)}</p>
    <Alert tone="danger">Danger</Alert><Avatar name="Ada Lovelace" /><Badge tone="success">New</Badge><Loader />
    <List items={['one', 'two']} /><Select label="Size" options={['S', 'M']} /><TextField label="Note" rows={2} />
    <Table caption="Rows" columns={['a']} rows={[['1']]} />
    <Modal open={open} title="More" onClose={() => setOpen(false)}>Within</Modal>
    <Button id="open" onClick={() => setOpen(true)}>Open</Button> <Button id="huge" onClick={() => void callHuge({})}>Huge</Button>
    {' '}<Button id="reset" onClick={reset}>Reset</Button> <Button id="send" onClick={() => void send('Hello')}>Send</Button>
    {' '}<Button id="link" onClick={() => void link('https://a.example/')}>Link</Button> <Button id="mode" onClick={() => void setMode('fullscreen')}>Mode</Button>
  </Card>;
}
function Routed() {
  const [at, setAt] = useState('home');
  const go = (event: React.MouseEvent) => {
    // As routers do it.
    if (event.defaultPrevented) return;
    event.preventDefault();
    setAt('away');
  };
  return <form action={() => setAt('sent')}><a id="route" href="https://router.example/" onClick={go}>{at}</a> <button id="act">Act</button></form>;
}
export default function Shown() {
  const { parts, type, value } = (useToolOutput() ?? {}) as { parts?: boolean; type?: 'mdx'; value?: unknown };
  const element = value === 'element' ? <em>Element</em> : value;
  return <McpBridgeProvider>{value === 'routed' ? <Routed /> : parts ? <Parts /> : <Content type={type ?? 'auto'} value={element} renderers={[flow, math, mdx({ Badge }), pdf]} />}</McpBridgeProvider>;
}
`;
const katex = `export default { renderToString(formula) {
  if (formula.includes('boom')) throw new Error('no formula');
  return '<math><mi>' + formula + '</mi></math>';
} };
`;

/** As `safe-mdx` makes elements; what it reads of a text is the library's. */
const safeMdx = `export const SafeMdxRenderer = ({ components: { Badge }, createElement, markdown }) =>
  createElement('div', { className: 'mdx', onClick: () => { window.hit = 1 }, style: { position: 'fixed' }, dangerouslySetInnerHTML: undefined },
    createElement('script', { src: 'https://evil.example/' }), createElement('iframe', { srcDoc: 'x' }), createElement('form', { action: 'https://evil.example/' }, 'form'),
    createElement('a', { href: 'javascript:window.hit=1', id: 'root' }, 'js'), createElement('a', { href: 'https://a.example/' }, 'more'),
    createElement('img', { src: 'data:text/html,x', alt: 'picture' }), createElement('input', { type: 'file' }), createElement(Badge, null, markdown));
`;
const mdxParser = `export function mdxParse(text) {
  if (text.includes('boom')) throw new Error('no MDX');
  return {};
}
`;

const test = suite<Scene>('widgets that misbehave');

function install(folder: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

test.before(async (scene) => {
  scene.project = projectOf('bad', { ...files, 'src/shown.widget.tsx': shownWidget }, 'widgets');
  // What its author has installed, and we have not.
  const installed = join(scene.project.root, 'src/node_modules');
  install(join(installed, 'katex'), {
    'index.js': katex,
    'package.json': '{ "name": "katex", "version": "0.0.0", "type": "module", "main": "index.js" }',
  });
  install(join(installed, 'safe-mdx'), {
    'index.js': safeMdx,
    'parse.js': mdxParser,
    'package.json':
      '{ "name": "safe-mdx", "version": "0.0.0", "type": "module", "exports": { ".": "./index.js", "./parse": "./parse.js" } }',
  });
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

const shows = (widget: HostedWidget, value: unknown): Promise<void> =>
  notify(widget, 'tool-result', { content: [], structuredContent: { value } });
const count = (selector: string, wanted = 1): string => `document.querySelectorAll(${JSON.stringify(selector)}).length === ${wanted}`;

async function endsUnblocked(widget: HostedWidget): Promise<void> {
  assert.equal(
    (await widget.messages()).filter(({ method }) => method === 'violation'),
    [],
  );
  await ends(widget);
}

const markdown =
  '# Sky\n\nIt is **clear**, `21°` [more](https://a.example/) [no](javascript:alert(1))\n\n- one\n- two\n\n> quoted\n\n```\n<b>code</b>\n```';
const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const pie = { type: 'pie', title: 'Share', data: ['A', 'B'].map((label, at) => ({ label, value: at + 1 })) };
const nodes = ['First', 'Second'].map((label, at) => ({ id: String(at), data: { label } }));
const shownAs: readonly (readonly [value: unknown, condition: string])[] = [
  [markdown, ['h1', 'strong', 'a', 'blockquote > p', 'pre code', 'li:nth-child(2)'].map((one) => count(one)).join(' && ')],
  ['a,b\n1,"x, ""y"" z"\n', `${count('th', 2)} && document.querySelectorAll('td')[1].textContent === 'x, "y" z'`],
  [pixel, count('img[src^="data:image/gif"]')],
  [{ type: 'image', mimeType: 'image/gif', data: pixel.slice(22) }, count('img[src^="data:image/gif"]')],
  [{ type: 'audio', mimeType: 'audio/wav', data: '' }, count('audio')],
  [pie, `${count('circle', 2)} && document.querySelector('svg').getAttribute('aria-label') === 'Share: A 1, B 2'`],
  [
    [
      { label: 'A', value: 1 },
      { label: 'B', value: -3 },
    ],
    count('svg rect', 2),
  ],
  ['element', count('em')],
  [{ nodes, edges: [{ id: 'e', source: '0', target: '1' }] }, `${count('.react-flow__node', 2)} && ${count('.react-flow__edge')}`],
  ['$$x^2$$', 'document.querySelector("math")?.textContent === "x^2"'],
  ['$$boom$$', 'document.querySelector("pre")?.textContent === "$$boom$$"'],
  ['data:application/pdf;base64,JVBERi0=', 'document.body.textContent.includes("pdfjs-dist is not installed")'],
  ['graph TD\n  A --> B', 'document.body.textContent.includes("needs mermaid") && document.body.textContent.includes("A --> B")'],
  [{ city: 'Oslo' }, 'document.querySelector("pre")?.textContent.includes("Oslo")'],
];

test('[uireact.content] values are shown as what they are, and what needs an absent library as text that names it', async (scene) => {
  const widget = await showWidget(scene, 'shown');
  for (const [value, condition] of shownAs) {
    await shows(widget, value);
    await widget.until(condition);
  }
  await endsUnblocked(widget);
});

const stranger = `<p><script>window.hit=1</script><img src="data:," onerror="window.hit=1"><iframe srcdoc="x"></iframe><base href="https://evil.example/">
<a id="out" href="https://evil.example/">go</a><a id="js" href="java\tscript:window.hit=1">js</a></p><form action="https://evil.example/"><button id="send">send</button></form>`;

test('[uireact.safe] HTML, charts and links of a result run nothing and lead the frame nowhere', async (scene) => {
  const widget = await showWidget(scene, 'shown', { answers: { 'ui/open-link': {} } });
  await shows(widget, stranger);
  await widget.until(count('#foreign-out'));
  const running = '#root script, #root iframe, #root base, #root [onerror], #foreign-js[href], #root form, #root button';
  assert.ok(await widget.frame.evaluate(count(running, 0)));
  await widget.frame.click('#foreign-out');
  await has(widget, 'message.method === "ui/open-link" && message.params.url === "https://evil.example/"');
  const hostile = [
    { type: '__proto__', data: [{ label: 'A', value: 1 }] },
    [{ label: { html: '<b>' }, value: 1 }],
    { nodes: 7, edges: 'x' },
  ];
  for (const value of hostile) {
    await shows(widget, value);
    await widget.until(`document.querySelector('#root pre')?.textContent === ${JSON.stringify(JSON.stringify(value, null, 2))}`);
  }
  await shows(widget, '['.repeat(50_000));
  await widget.until('document.querySelector("#root p")?.textContent.length === 50000');
  assert.is(await widget.frame.evaluate('window.hit'), undefined);
  await endsUnblocked(widget);
});

test('[toolui.links] a link that its author handles, as routers do, and an action of React are left to them', async (scene) => {
  const widget = await showWidget(scene, 'shown', { answers: { 'ui/open-link': {} } });
  await shows(widget, 'routed');
  await widget.until(count('#route'));
  await widget.frame.click('#route');
  await widget.until('document.querySelector("#route").textContent === "away"');
  await widget.frame.click('#act');
  await widget.until('document.querySelector("#route").textContent === "sent"');
  assert.not((await widget.messages()).some(({ method }) => method === 'ui/open-link'));
  await endsUnblocked(widget);
});

test('[uireact.mdx] MDX has the elements and components that it may, and a text that is none is shown as it is', async (scene) => {
  const widget = await showWidget(scene, 'shown', { answers: { 'ui/open-link': {} } });
  const showMdx = (value: string): Promise<void> =>
    notify(widget, 'tool-result', { content: [], structuredContent: { type: 'mdx', value } });
  await showMdx('# Sky');
  await widget.until(`document.querySelector('.mdx')?.textContent === 'formjsmore# Sky'`);
  const running = '.mdx script, .mdx iframe, .mdx form, .mdx[style], .mdx [href^=javascript], .mdx [src], .mdx #root, .mdx [type=file]';
  assert.ok(await widget.frame.evaluate(count(running, 0)));
  await widget.frame.click('.mdx');
  await widget.frame.click('.mdx a[href]');
  await has(widget, 'message.method === "ui/open-link" && message.params.url === "https://a.example/"');
  await showMdx('<boom');
  await widget.until(`document.querySelector('#root pre')?.textContent === '<boom'`);
  assert.is(await widget.frame.evaluate('window.hit'), undefined);
  await endsUnblocked(widget);
});

test('[uireact.hooks] [uireact.components] hooks follow the host and its answers, and components are used as a person uses them', async (scene) => {
  const answer = { content: [{ type: 'text', text: 'done' }] };
  const answers = { 'tools/call': answer, 'ui/message': {}, 'ui/open-link': {}, 'ui/request-display-mode': { mode: 'fullscreen' } };
  const widget = await showWidget(scene, 'shown', { answers });
  await notify(widget, 'tool-input', { arguments: { a: 1 } });
  await notify(widget, 'tool-result', { content: [], structuredContent: { parts: true } });
  const seen = (...call: readonly unknown[]): Promise<void> => {
    const expected = JSON.stringify([true, 'ext-apps', 'inline', true, true, '{"a":1}', '{"parts":true}', ...call]);
    return widget.until(`document.querySelector('#seen')?.textContent === ${JSON.stringify(expected)}`);
  };
  await seen(false, false, 'null');
  await widget.frame.click('#huge');
  await seen(true, false, JSON.stringify(answer.content));
  await widget.frame.click('#reset');
  await seen(false, false, 'null');
  for (const id of ['send', 'link', 'mode']) await widget.frame.click(`#${id}`);
  for (const method of ['ui/message', 'ui/open-link', 'ui/request-display-mode']) await has(widget, `message.method === "${method}"`);
  const parts = [
    '[role=alert]',
    '[aria-label="Ada Lovelace"]',
    '[aria-busy]',
    'li:nth-child(2)',
    'option:nth-child(2)',
    'textarea',
    'caption',
  ];
  for (const part of parts) await widget.until(count(part));
  await widget.frame.click('#open');
  await widget.until('document.querySelector("dialog[open]")?.textContent.includes("Within")');
  await widget.frame.click('dialog button');
  await widget.until(count('dialog[open]', 0));
  await endsUnblocked(widget);
});

test.run();
