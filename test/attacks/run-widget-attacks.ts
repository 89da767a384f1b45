import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, openBrowser } from '../support/browser.ts';
import { type BuiltProject, type BuiltServer, projectOf } from '../support/built-servers.ts';
import { readWidget } from '../support/served-widget.ts';
import { type HostedWidget, WidgetHost } from '../support/widget-host.ts';
import type { AttackOutcome } from './attack.ts';
import { withoutGuard } from './take-out.ts';
import { type WidgetAttack, widgetAttacks } from './widget-attacks.ts';

const main = `import { Service, tool } from '@service/sdk';
const show = (name: string, file: string) => tool({ name, description: 'Shows.', ui: { template: { file } } })(() => ({ text: name }));
const tools = [show('text', './text.widget.ts'), show('markup', './markup.widget.ts'), show('content', './content.widget.tsx'), show('page', './page.html')];
@Service({ info: { name: 'attacked', version: '1.0.0' }, tools })
export default class Server {}
`;
const template = (shown: string): string => `import type { WidgetTemplate } from '@service/sdk/widget';
const shown: WidgetTemplate = ({ helpers: { html }, output }) => {
  const { n = '', value = '' } = (output || {}) as { n?: string; value?: string };
  return ${shown};
};
export default shown;
`;
const files = {
  'src/main.ts': main,
  'src/text.widget.ts': template('`<button id="own">Own</button><i id="n">${n}</i><div id="at">${value}</div>`'),
  'src/markup.widget.ts': template(
    'html`<p id="bait" title=${value}>Shown</p><a id="go" href="${value}">Go</a><button id="own" style="width:${value}" data-tool-call="own">Own</button><i id="n">${n}</i>`',
  ),
  'src/content.widget.css': '.cover { position: fixed; inset: 0; z-index: 99 }',
  'src/content.widget.tsx': `import './content.widget.css';
import { Content, useMcpBridge, useToolOutput } from '@service/ui/react';
import { flow } from '@service/ui/react/flow';
import { mdx } from '@service/ui/react/mdx';
import { mermaidRenderer } from '@service/ui/react/mermaid';
const Badge = (props: object) => <span {...props} />;
const renderers = [flow, mdx({ Badge }), mermaidRenderer];
export default function Shown() {
  const bridge = useMcpBridge();
  const { n, type = 'auto', value } = (useToolOutput() || {}) as { n?: string; type?: 'auto'; value?: unknown };
  const send = (event: { preventDefault(): void }) => {
    event.preventDefault();
    Object.assign(window, { sent: true });
  };
  return <>
    <form id="order" onSubmit={send}></form><button id="own" onClick={() => void bridge.callTool('own')}>Own</button>
    <div id="at"><Content key={n} value={value ?? ''} type={type} renderers={renderers} /></div><output id="total">1 €</output><i id="n">{n}</i>
  </>;
}
`,
  'src/page.html': `<!DOCTYPE html><html lang="en"><head><title>Own</title></head><body><div id="at"></div><button id="own" data-tool-call="own">Own</button><i id="n"></i><script>
  ServiceBridge.subscribe(() => {
    const { n, value } = ServiceBridge.view.output || {};
    document.querySelector('#at').innerHTML = value;
    document.querySelector('#n').textContent = n;
  });
</script></body></html>`,
};

/** Libraries as an attacker would have them: what they are given is what they show. */
const libraries = {
  'safe-mdx/index.js':
    'export const SafeMdxRenderer = ({ components: { Badge }, createElement, markdown }) => createElement(Badge, JSON.parse(markdown));',
  'safe-mdx/parse.js': 'export const mdxParse = () => ({});',
  'safe-mdx/package.json':
    '{ "name": "safe-mdx", "version": "0.0.0", "type": "module", "exports": { ".": "./index.js", "./parse": "./parse.js" } }',
  'mermaid/index.js': 'export default { initialize() {}, async render(id, svg) { return { svg }; } };',
  'mermaid/package.json': '{ "name": "mermaid", "version": "0.0.0", "type": "module", "main": "index.js" }',
};

interface Scene {
  readonly browser: Browser;
  readonly host: WidgetHost;
  readonly server: BuiltServer;
  readonly project: BuiltProject;
}

async function openScene(): Promise<Scene> {
  const project = projectOf('attacked', files, 'widgets');
  for (const [path, text] of Object.entries(libraries)) {
    const file = join(project.root, 'src/node_modules', path);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, text);
  }
  const server = await project.start('node', { request: { build: { minify: false } } });
  const browser = await openBrowser();
  const host = await WidgetHost.open(await browser.newContext({ viewport: { width: 600, height: 400 } }));
  return { browser, host, project, server };
}

/** Work that an honest value takes milliseconds for. */
const patienceMs = 120_000;

async function withinPatience(going: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => void (timer = setTimeout(resolve, patienceMs, true)));
  try {
    return await Promise.race([going, late]);
  } finally {
    clearTimeout(timer);
  }
}

const twoFrames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0))))';

/** Whether the widget still stands where it stood, whole and without a call that its person did not want. */
async function isHarmed(widget: HostedWidget, succeeds: string): Promise<boolean> {
  const harmed = `typeof ServiceBridge !== 'object' || window.leaves || window.hit || (${succeeds}) || (() => {
    const own = document.querySelector('#own');
    own.scrollIntoView();
    const { left, top, width, height } = own.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2)?.id !== 'own';
  })()`;
  const messages = await widget.messages();
  const asked = messages.some(({ method }) => method === 'tools/call' || method === 'violation');
  return asked || (await widget.frame.evaluate<boolean>(`Boolean(${harmed})`));
}

/** Milliseconds after which a busy browser is given the same click or key again. */
const againMs = 3000;

/** What is expected to succeed is waited for: a browser leaves by a task of its own, and a click beside what has just moved hits nothing. */
async function untilHarmed(isHit: () => Promise<boolean>, actAgain: () => Promise<void>): Promise<boolean> {
  const end = performance.now() + patienceMs;
  for (let next = performance.now() + againMs; performance.now() < end;) {
    if (await isHit()) return true;
    if (performance.now() > next) {
      // The widget may be leaving.
      await actAgain().catch(() => undefined);
      next = performance.now() + againMs;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return isHit();
}

async function attack(scene: Scene, of: WidgetAttack, unguarded: boolean): Promise<boolean> {
  const { text } = await readWidget(scene.server, of.widget);
  const shown = unguarded ? withoutGuard(text, { name: of.name, without: of.without ?? [] }) : text;
  const answers = { 'tools/call': { content: [] }, 'ui/open-link': {} };
  const widget = await scene.host.show(shown, { answers, size: { width: 494, height: 380 } });
  try {
    await widget.until('typeof ServiceBridge === "object" && document.querySelector("#n")');
    await widget.frame.evaluate('addEventListener("beforeunload", () => { window.leaves = 1; }), undefined');
    const value = of.type === 'mdx' ? JSON.stringify(of.value) : of.value;
    const output = { n: 'shown', value, ...(of.type === undefined ? {} : { type: of.type }) };
    await widget.send({ method: 'ui/notifications/tool-result', params: { content: [], structuredContent: output } });
    await widget.until(`document.querySelector("#n").textContent === "shown"`);
    await widget.frame.evaluate(twoFrames);
    await act(widget, of.act);
    await widget.frame.evaluate(twoFrames).catch(() => undefined);
    const isHit = (): Promise<boolean> => isHarmed(widget, of.succeeds ?? 'false');
    return unguarded ? await untilHarmed(isHit, () => act(widget, of.act)) : await isHit();
  } finally {
    await widget.close();
  }
}

async function act({ frame }: HostedWidget, wanted: WidgetAttack['act']): Promise<void> {
  if (wanted === undefined) return;
  const [how, selector] = wanted;
  if (how === 'click') await frame.click(selector, { force: true });
  if (how === 'middle') await frame.click(selector, { force: true, button: 'middle' });
  if (how === 'enter') await frame.press(selector, 'Enter');
}

/**
 * Attacks of values on the widgets that show them.
 * @param unguarded true: those alone that name their guard, each without it
 */
export async function runWidgetAttacks({ unguarded = false } = {}): Promise<AttackOutcome[]> {
  const scene = await openScene();
  const outcomes: AttackOutcome[] = [];
  try {
    for (const one of widgetAttacks.filter(({ without }) => !unguarded || without !== undefined)) {
      const { advisory, name } = one;
      const going = attack(scene, one, unguarded);
      const succeeded = await (one.isSlow === true ? withinPatience(going) : going);
      outcomes.push({ name: `widgets: ${name}`, advisory, target: 'browser', outcome: succeeded ? 'succeeded' : 'refused' });
    }
  } finally {
    scene.host.close();
    await scene.browser.close();
    await scene.server.stop();
    scene.project.remove();
  }
  return outcomes;
}
