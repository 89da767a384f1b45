import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, openBrowser } from './browser.ts';
import { type BuiltProject, type BuiltServer, projectOf } from './built-servers.ts';
import { type HostCode, WidgetHost } from './widget-host.ts';

/** Pictures of widgets, which a person looks at after a change; not in the repository. */
export const pictures = fileURLToPath(new URL('../../.service/widgets/', import.meta.url));

/** The built server of `fixtures/widgets`, and a host in a browser. */
export interface WidgetScene {
  browser: Browser;
  host: WidgetHost;
  project: BuiltProject;
  server: BuiltServer;
}

/** @param code of the host; our own when absent */
export async function openScene(scene: WidgetScene, code?: HostCode): Promise<void> {
  mkdirSync(pictures, { recursive: true });
  scene.project = projectOf('widgets', {}, 'widgets');
  scene.server = await scene.project.start('node');
  scene.browser = await openBrowser();
  scene.host = await WidgetHost.open(await scene.browser.newContext({ viewport: { width: 800, height: 600 } }), code);
}

export async function closeScene({ browser, host, project, server }: WidgetScene): Promise<void> {
  host.close();
  await browser.close();
  await server.stop();
  project.remove();
}
