import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MemoryProvider } from '../../../test/support/oauth-clients.ts';
import { redirectUri } from '../../../test/support/oauth-driver.ts';
import type { LegName, MatrixClient } from './clients.ts';
import type { Driver, SignIn, Target } from './driver.ts';
import { runScenarios, type ScenarioOutcome } from './run-scenarios.ts';
import { openScenarios, signedInScenarios } from './scenarios.ts';
import { visitSignIn } from './visit-sign-in.ts';

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
