/* `mcp.openUI` of @service/testing: built servers, a real Chromium, and the matchers of widgets. */
import { mkdirSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { standardSettings } from '../../packages/testing/src/client/client-builder.ts';
import { McpClient } from '../../packages/testing/src/client/mcp-client.ts';
import { assertions } from '../../packages/testing/src/matchers/index.ts';
import { judgePath } from '../../scripts/serving/judges.ts';
import { type BuiltProject, type BuiltServer, projectOf } from '../support/built-servers.ts';
import { pictures } from '../support/widget-scene.ts';

interface Scene {
  client: McpClient;
  project: BuiltProject;
  server: BuiltServer;
  folder: string;
}

const test = suite<Scene>('openUI');

const connect = ({ port }: BuiltServer): Promise<McpClient> =>
  new McpClient(standardSettings(new URL(`http://127.0.0.1:${port}/mcp`), { publicMode: true })).connect();

const rejects = (work: Promise<unknown>, message: RegExp): Promise<void> =>
  work.then(
    () => assert.unreachable(),
    (error: unknown) => assert.match(String(error), message),
  );

test.before(async (scene) => {
  mkdirSync(pictures, { recursive: true });
  // The project under test has playwright-core; here it is a judge.
  scene.folder = process.cwd();
  process.chdir(judgePath('..'));
  scene.project = projectOf('widgets', {}, 'widgets');
  scene.server = await scene.project.start('node');
  scene.client = await connect(scene.server);
});
test.after(async ({ client, folder, project, server }) => {
  await client.disconnect();
  process.chdir(folder);
  await server.stop();
  project.remove();
});

test('[T.82.ui] shows a result: what is seen, what the widget asked for, and that the policy blocked nothing', async ({ client }) => {
  const ui = await client.openUI('forecast', { city: 'Oslo' });
  assertions.toContainBoundValue(ui, 'Oslo');
  assertions.toHavePlatformHtml(ui, 'strict');
  assert.match(ui.text, 'Day 2: 19°');
  await ui.waitForMessage('ui/update-model-context');
  await ui.click('button');
  await ui.waitForText('"sky":"cloudy"');
  await ui.setContext({ theme: 'dark' });
  await ui.waitForText('dark');
  const picture = await ui.screenshot(`${pictures}open-ui.png`);
  assert.is(Buffer.from(picture.slice(1, 4)).toString(), 'PNG');
  assert.equal(ui.violations, []);
  await ui.close();
});

test('[T.82.ui] mocks of the client answer the widget, and tools that are not for widgets are refused', async ({ client }) => {
  const mock = client.mock.tool('later', { sky: 'mocked' });
  const ui = await client.openUI('forecast', { city: 'Oslo' }, { theme: 'dark', width: 340 });
  await ui.click('button');
  await ui.waitForMessage('tools/call');
  assert.is(mock.callCount(), 1);
  mock.remove();
  await ui.frame.evaluate('ServiceBridge.callTool("absent").catch(({ message }) => { document.body.textContent = message; })');
  await ui.waitForText('Widgets may not call absent');
  await ui.close();
});

test('[T.82.ui] a platform lacks what it lacks', async ({ client }) => {
  const ui = await client.openUI('now', { city: 'Oslo' }, { platform: 'cursor' });
  const refused = await ui.frame.evaluate<string>('ServiceBridge.sendMessage("hi").catch(({ message }) => message)');
  assert.match(refused, 'this host does not offer message');
  assert.is(await ui.frame.evaluate('innerWidth'), 649);
  assert.is(await ui.frame.evaluate('ServiceBridge.requestDisplayMode("fullscreen")'), 'inline');
  assertions.not.toHavePlatformHtml(ui, 'claude');
  const inspector = await client.openUI('forecast', { city: 'Oslo' }, { platform: 'inspector' });
  assert.equal(await inspector.frame.evaluate('ServiceBridge.view.input'), {});
  await rejects(client.openUI('now', {}, { platform: 'gemini' as never }), /gemini is no platform that shows widgets/);
});

test('[T.82.ui] what the policy blocks is named with its line', async ({ client }) => {
  const ui = await client.openUI('now', { city: 'Oslo' });
  await ui.frame.evaluate('fetch("https://evil.example/x").catch(() => undefined)');
  await ui.waitForText('Oslo');
  const [violation] = ui.violations;
  assert.equal([violation?.directive, violation?.blocked], ['connect-src', 'https://evil.example/x']);
});

test('[T.82.ui] a tool without a widget, and one that is not there', async ({ client }) => {
  await rejects(client.openUI('plain'), /plain has no widget\. Widgets are made by a build/);
  await rejects(client.openUI('absent'), /There is no tool absent/);
});

test('[T.66] matchers of what hosts are told', async ({ client }) => {
  const [now, , , , plain] = await client.tools.list();
  const ui = await client.openUI('now', { city: 'Oslo' });
  for (const received of [now, ui]) {
    assertions.toHaveWidgetMetadata(received);
    assertions.toHavePlatformMeta(received, 'openai');
    assertions.toHavePlatformMeta(received, 'claude');
    assertions.toHaveMetaKey(received, 'ui/resourceUri');
    assertions.toHaveMetaValue(received, 'openai/widgetAccessible', true);
    assertions.toNotHaveMetaKey(received, 'openai/visibility');
    assertions.toHaveOnlyNamespacedMeta(received);
  }
  assertions.not.toHaveWidgetMetadata(plain);
  assertions.not.toHavePlatformMeta(plain, 'openai');
  const document = await client.resources.read(ui.uri);
  for (const received of [document, ui, 'text/html;profile=mcp-app']) assertions.toHavePlatformMimeType(received, 'openai');
  assertions.not.toHavePlatformMimeType(ui, 'gemini');
  assertions.not.toHavePlatformMimeType('text/html', 'claude');
  assertions.toHaveMetaValue(document, 'openai/widgetDescription', 'Shows the sky.');
});

test('[T.66] a hostile result is safe in the widget that is opened', async ({ client }) => {
  const hostile = '<img src=x onerror="alert(1)">';
  const ui = await client.openUI('table', { rows: [hostile] });
  assertions.toBeXssSafe(ui);
  assertions.toContainBoundValue(ui, hostile);
  assertions.toNotContainRawContent(ui, hostile);
  assertions.toContainHtmlElement(ui, 'table');
  assertions.toHaveProperHtmlStructure(ui);
});

test.run();
