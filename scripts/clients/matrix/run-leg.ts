import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MemoryProvider } from '../../../test/support/oauth-clients.ts';
import { redirectUri, encodeFields } from '../../../test/support/oauth-driver.ts';
import type { LegName, MatrixClient } from './clients.ts';
import type { Driver, SignIn, Target } from './driver.ts';
import { runScenarios, type ScenarioOutcome } from './run-scenarios.ts';
import { openScenarios, signedInScenarios } from './scenarios.ts';

const tools = resolve(import.meta.dirname, '../../../tools');

export interface LegJob {
  readonly client: MatrixClient;
  readonly leg: LegName;
  readonly target: Target;
  /** Executable for clients that are programs. */
  readonly node: string;
}

/** One client at one server, in this process. */
export async function runLeg({ client, leg, target, node }: LegJob): Promise<readonly ScenarioOutcome[]> {
  const { driver: name, installedIn, module, settings = {} } = client;
  const driver = (await importFile(join(tools, 'clients/drivers', `${name}.mjs`))) as Driver;
  const { load } = (await importFile(join(tools, installedIn, 'load.mjs'))) as { load: (specifier: string) => Promise<unknown> };
  const home = mkdtempSync(join(tmpdir(), 'service-client-'));
  const open = !leg.endsWith('-sign-in') && !leg.endsWith('-token');
  const signIn: SignIn | undefined = leg.endsWith('-sign-in')
    ? { provider: new MemoryProvider(redirectUri), visit: visitSignIn }
    : undefined;
  try {
    const modules = join(tools, installedIn, 'node_modules');
    const options = { load, modules, module, settings, target, home, node, ...(signIn === undefined ? {} : { signIn }) };
    return await runScenarios(driver, options, open ? openScenarios : signedInScenarios);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

const importFile = (path: string): Promise<unknown> => import(pathToFileURL(path).href);

/** What a person does in a browser: opens the page, sends the form with the page's cookie, and is sent back to the client. */
async function visitSignIn(address: URL): Promise<URL> {
  const page = await fetch(address);
  const pending = /name="pending_auth_id" value="([^"]+)"/.exec(await page.text())?.[1];
  const cookie = page.headers.getSetCookie().map((one) => one.split(';')[0]);
  if (pending === undefined) throw new Error(`no sign-in page at ${address.href}: ${page.status}`);
  const sent = await fetch(new URL('/oauth/callback', address), {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: cookie.join('; ') },
    body: encodeFields({ pending_auth_id: pending, email: 'ada@example.com', name: 'Ada' }),
  });
  const location = sent.headers.get('location');
  if (location === null) throw new Error(`the form was answered with ${sent.status} and no redirect`);
  return new URL(location);
}
