/* The widgets of examples/shop in our strict host and in the official one: used as a person uses them, and seen in both themes and widths. */
import { mkdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Browser, openBrowser } from '../support/browser.ts';
import { type BuiltProject, type BuiltServer, projectOf } from '../support/built-servers.ts';
import { openInspector } from '../support/inspector-host.ts';
import { officialCode } from '../support/official-host.ts';
import { askResult, readWidget, showWidget } from '../support/served-widget.ts';
import { type HostedWidget, untilTrue, wholeHost, WidgetHost } from '../support/widget-host.ts';
import { pictures } from '../support/widget-scene.ts';

interface Scene {
  browser: Browser;
  hosts: { readonly own: WidgetHost; readonly official: WidgetHost };
  project: BuiltProject;
  server: BuiltServer;
}

const test = suite<Scene>('widgets of the example');

test.before(async (scene) => {
  mkdirSync(pictures, { recursive: true });
  scene.project = projectOf('shop', {}, '../examples/shop');
  scene.server = await scene.project.start('node');
  scene.browser = await openBrowser();
  const context = await scene.browser.newContext({ viewport: { width: 760, height: 600 } });
  scene.hosts = { own: await WidgetHost.open(context), official: await WidgetHost.open(context, await officialCode()) };
});
test.after(async ({ browser, hosts, project, server }) => {
  for (const host of Object.values(hosts)) host.close();
  await browser.close();
  await server.stop();
  project.remove();
});

interface Shown {
  readonly tool: string;
  readonly args: Record<string, unknown>;
  /** What the widget shows of the result. */
  readonly text: string;
  readonly use?: (widget: HostedWidget) => Promise<void>;
}

const shown: readonly Shown[] = [
  { tool: 'sales', args: {}, text: 'in 12 months' },
  {
    tool: 'list-orders',
    args: {},
    text: 'Page 1 of 6',
    use: async (widget) => {
      await widget.frame.click('text=Next');
      await widget.has('Page 2 of 6');
      await widget.has('1009');
      await widget.frame.click('text=Previous');
      await widget.has('1001');
    },
  },
  {
    tool: 'edit-order',
    args: { id: 1002 },
    text: 'Order 1002',
    use: async (widget) => {
      await widget.frame.fill('textarea', 'Leave it at the door');
      await widget.frame.click('text=Save');
      await widget.has('Saved.');
    },
  },
];

const sends = {
  own: (widget: HostedWidget, about: string, params: object) => widget.send({ method: `ui/notifications/${about}`, params }),
  official: async (widget: HostedWidget, about: string, params: object) => {
    const method = { 'tool-input': 'sendToolInput', 'tool-result': 'sendToolResult', 'host-context-changed': 'setHostContext' }[about];
    await widget.page.evaluate(`bridge.${method}(${JSON.stringify(params)})`);
  },
};

for (const kind of ['own', 'official'] as const)
  for (const { args, text, tool, use } of shown)
    test(`[toolui.example] ${tool} of the example is shown and used in the ${kind} host`, async ({ hosts, server }) => {
      const askServer = (method: string, params: object): Promise<object> => askResult(server, method, { ...params });
      const result = await askServer('tools/call', { name: tool, arguments: args });
      for (const width of [340, 720]) {
        const widget = await showWidget({ host: hosts[kind], server }, tool, { askServer, size: { width, height: 120 } });
        await sends[kind](widget, 'tool-input', { arguments: args });
        await sends[kind](widget, 'tool-result', result);
        await widget.has(text);
        await use?.(widget);
        for (const theme of ['light', 'dark']) {
          await sends[kind](widget, 'host-context-changed', { ...wholeHost.hostContext, theme });
          await widget.until(`document.documentElement.dataset.theme === "${theme}"`);
          // Nothing is cut off: the frame has the height of what it shows, and is as wide.
          await widget.until(
            'document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth && innerHeight > 150',
          );
          await widget.page.screenshot({ path: `${pictures}${kind}-${tool}-${theme}-${width}.png`, fullPage: true });
        }
        const violations = (await widget.messages()).filter(({ method }) => method === 'violation');
        assert.equal(violations, []);
        await widget.close();
      }
    });

test('[toolui.inspector] the official inspector opens a widget of the example, which calls its tool', async ({ browser, server }) => {
  const inspector = await openInspector();
  try {
    const context = await browser.newContext({ viewport: { width: 1200, height: 900 } });
    const page = (await context.newPage()) as HostedWidget['page'];
    await page.goto(inspector.addressOf(`http://localhost:${server.port}/mcp`, 'list-orders', {}));
    await page.waitForFunction(`document.querySelector('[data-app-status="ready"]') !== null`);
    const frame = page.frames().findLast((one) => one.url().startsWith('about:srcdoc'));
    assert.ok(frame !== undefined);
    await untilTrue(frame, 'document.body.innerText.includes("Page 1 of 6")');
    await frame.click('text=Next');
    await untilTrue(frame, 'document.body.innerText.includes("Page 2 of 6")');
    await page.screenshot({ path: `${pictures}inspector.png`, fullPage: true });
    await context.close();
  } finally {
    await inspector.close();
  }
});

test('[I2.new.widget] the widget of the template is shown, and calls its tool', async ({ hosts }) => {
  const project = projectOf('colours', {}, '../src/templates/widget');
  const server = await project.start('node');
  try {
    const askServer = (method: string, params: object): Promise<object> => askResult(server, method, { ...params });
    const widget = await showWidget({ host: hosts.own, server }, 'palette', { askServer });
    await sends.own(widget, 'tool-result', await askServer('tools/call', { name: 'palette', arguments: {} }));
    await widget.has('hsl(210 65% 50%)');
    await widget.frame.click('button');
    await widget.has('hsl(330 65% 50%)');
    await widget.until('document.documentElement.scrollHeight <= innerHeight');
    await widget.page.screenshot({ path: `${pictures}template.png`, fullPage: true });
    await widget.close();
  } finally {
    await server.stop();
    project.remove();
  }
});

test('[toolui.example] [toolui.bytes] widgets of the example keep to their sizes', async ({ server }) => {
  for (const [tool, limit] of [
    ['sales', 10],
    ['list-orders', 10],
    ['edit-order', 90],
  ] as const) {
    const { text } = await readWidget(server, tool);
    const kilobytes = gzipSync(text, { level: 9 }).length / 1000;
    assert.ok(kilobytes <= limit, `${tool}: ${kilobytes} kB`);
  }
});

test.run();
