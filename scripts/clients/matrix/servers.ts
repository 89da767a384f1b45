import { resolve } from 'node:path';
import { bootWorker } from '../../../test/support/boot/worker.ts';
import { copyProject } from '../../../test/support/compile.ts';
import { newPkce, redirectUri, type OAuthDriver } from '../../../test/support/oauth-driver.ts';
import { SignInProject } from '../../../test/support/sign-in-project.ts';
import { bootSignInWorker } from '../../../test/support/sign-in-worker.ts';
import { buildProject, buildWorker } from '../../serving/build-project.ts';
import { serveBundle } from '../../serving/serve-bundle.ts';
import type { LegName } from './clients.ts';
import type { Target } from './driver.ts';

const project = resolve(import.meta.dirname, '../../../fixtures/clients');

export interface MatrixServers {
  readonly targets: Readonly<Partial<Record<LegName, Target>>>;
  stop(): Promise<void>;
}

/** Builds and starts what the legs need: one server for each platform, with and without sign-in. */
export async function startServers(legs: readonly LegName[], node: string): Promise<MatrixServers> {
  const running: { stop(): Promise<unknown> }[] = [];
  const stop = async (): Promise<void> => void (await Promise.all(running.map((server) => server.stop())));
  const needs = (...names: readonly LegName[]): boolean => names.some((name) => legs.includes(name));
  const targets: Partial<Record<LegName, Target>> = {};
  try {
    if (needs('node', 'node-sse', 'stdio')) {
      const { bundle } = await buildProject(project, undefined, ['--no-check']);
      const served = await serveBundle({ bundle, node });
      running.push(served);
      targets.node = { kind: 'http', url: `${served.origin}/mcp` };
      targets['node-sse'] = { kind: 'sse', url: `${served.origin}/mcp/sse` };
      targets.stdio = { kind: 'stdio', command: node, args: [bundle, '--stdio'] };
    }
    if (needs('workerd', 'workerd-sse')) {
      // A build for a worker writes the platform's file beside the project: not beside that of another run.
      const copy = copyProject(project);
      running.push({ stop: () => Promise.resolve(copy.remove()) });
      const worker = await bootWorker({ bundle: await buildWorker(copy.root, ['--no-check']) });
      running.push(worker);
      targets.workerd = { kind: 'http', url: `${worker.origin}/mcp` };
      targets['workerd-sse'] = { kind: 'sse', url: `${worker.origin}/mcp/sse` };
    }
    if (needs('node-sign-in', 'node-token')) {
      const signing = new SignInProject();
      running.push({ stop: () => signing.close() });
      await signing.build();
      const { boot, oauth } = await signing.boot({ node });
      targets['node-sign-in'] = { kind: 'http', url: boot.url };
      targets['node-token'] = { kind: 'http', url: boot.url, headers: await tokenHeaders(oauth) };
    }
    if (needs('workerd-sign-in', 'workerd-token')) {
      const worker = await bootSignInWorker();
      running.push(worker);
      const url = `${worker.oauth.origin}/mcp`;
      targets['workerd-sign-in'] = { kind: 'http', url };
      targets['workerd-token'] = { kind: 'http', url, headers: await tokenHeaders(worker.oauth) };
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { targets, stop };
}

/** Of a person who signed in elsewhere: the client is configured with the token. */
async function tokenHeaders(oauth: OAuthDriver): Promise<Readonly<Record<string, string>>> {
  const clientId = await oauth.clientId({ redirect_uris: [redirectUri] });
  const pkce = newPkce();
  const code = await oauth.code(clientId, pkce, { form: { email: 'ada@example.com', name: 'Ada' } });
  const { text, status } = await oauth.exchange({ clientId, code, pkce });
  const { access_token: token } = JSON.parse(text) as { access_token?: string };
  if (token === undefined) throw new Error(`no token: ${status} ${text}`);
  return { authorization: `Bearer ${token}` };
}
