import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DevRun } from './cli/dev-run.ts';
import { freePort, linkPackages } from './cli/project-fixture.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));

/** An example, copied and served by `service dev`. */
export interface ServedExample {
  readonly project: string;
  readonly run: DevRun;
  /** Of the page. */
  readonly address: string;
  readonly url: string;
  end(): Promise<void>;
}

export async function serveExample(name: string): Promise<ServedExample> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'service-page-')));
  const project = join(root, name);
  cpSync(join(repository, 'examples', name), project, { recursive: true });
  linkPackages(project);
  for (const one of ['react', 'react-dom']) symlinkSync(join(repository, 'node_modules', one), join(project, 'node_modules', one));
  const ui = join(project, 'node_modules/@service/ui');
  mkdirSync(join(project, 'node_modules/@service'), { recursive: true });
  symlinkSync(join(repository, 'packages/ui'), ui);
  const run = new DevRun(['--no-check', '--port', String(await freePort())], { cwd: project });
  const [, address = ''] = await run.says(/page (\S+)/);
  const [, url = ''] = await run.says(/serving (\S+)/);
  const end = async (): Promise<void> => {
    await run.end('SIGINT');
    rmSync(root, { recursive: true, force: true });
  };
  return { project, run, address, url, end };
}
