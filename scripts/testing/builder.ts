import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { declarationsVariable } from '../../test/support/compile-cache.ts';
import { socketVariable } from '../../test/support/builder/protocol.ts';
import { writePageScripts } from '../packing/page-scripts.ts';
import { codeCacheFlags } from './code-cache.ts';
import { declarationsOf, folderOfSources } from './declarations.ts';

/** Results of how many different sources are kept: those of now, and of the change before. */
const keptSources = 2;

/**
 * Starts the process that builds for all test processes of this run, and names its socket in our environment, and what the SDK declares. Results are kept below
 * `.service/bundles` by a hash of their inputs: a second run of the same sources builds nothing.
 */
export async function startBuilder(root: string): Promise<{ stop(): void }> {
  const kept = folderOfSources(root);
  mkdirSync(kept, { recursive: true });
  process.env[declarationsVariable] = (await declarationsOf(root)).file;
  // What a checkout has no compiled file of.
  await writePageScripts(root, 'plugin-dashboard', join(root, 'packages/plugin-dashboard/dist'));
  const folder = mkdtempSync(join(tmpdir(), 'service-builder-'));
  const socket = join(folder, 'socket');
  const program = join(root, 'test/support/builder/main.ts');
  const child = spawn(process.execPath, [...codeCacheFlags(), '--import', 'tsx', '--conditions=service-source', program, socket, kept], {
    cwd: root,
    env: { ...process.env, ...rarelyCollected },
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.on('error', () => {}); // it ended: whoever asks it is told
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the builder of the test run ended with ${String(code)}`))),
  ]);
  process.env[socketVariable] = socket;
  forgetOlder(dirname(kept));
  return {
    stop: () => {
      for (const name of [socketVariable, declarationsVariable]) delete process.env[name];
      child.stdin.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Little of what the bundler holds outlives a build: it collects garbage when it has this much. Other Go programs of a run hold more than that. */
const rarelyCollected = { GOGC: 'off', GOMEMLIMIT: '800MiB' };

function forgetOlder(store: string): void {
  const folders = readdirSync(store).map((name) => join(store, name));
  const byAge = folders.toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const folder of byAge.slice(keptSources)) rmSync(folder, { recursive: true, force: true });
}
