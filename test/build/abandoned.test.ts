/* Servers as clients start them, left alone in every way in which a client can die. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { writeOutput } from '../../src/compiler/index.ts';
import { bundleOf, copyFixture, requestOf } from '../support/compile.ts';
import { initializeBody, modernRequest } from '../support/wire-client.ts';

const servers = 200;
const atOnce = 8;
const project = copyFixture('calculator');

test.after(project.remove);

/** Each ends the client's side; the server is told nothing else. */
const deaths: readonly ((child: ChildProcess) => unknown)[] = [
  (child) => child.stdin?.end(),
  (child) => child.stdin?.destroy(),
  (child) => (child.stdout?.destroy(), child.stdin?.end(modernRequest('server/discover').body)),
  (child) => child.kill('SIGTERM'),
  (child) => child.kill('SIGINT'),
  (child) => child.kill('SIGHUP'),
  (child) => child.kill('SIGKILL'),
  (child) => child.stdin?.end('{"half a line'),
];

/** The third one is started by a shell that is killed, as a client that crashes; its server inherits the pipes. */
function start(bundle: string, at: number): ChildProcess {
  const env = { ...process.env, SERVICE_LOGS_MAX: '0' };
  const command = [process.execPath, bundle, '--stdio'];
  return at % 3 === 0 ? spawn('sh', ['-c', '"$@"; true', 'sh', ...command], { env }) : spawn(process.execPath, command.slice(1), { env });
}

async function abandon(bundle: string, at: number): Promise<void> {
  const child = start(bundle, at);
  child.stdin?.on('error', () => undefined);
  // The last holder of stderr is the server itself, whoever started it.
  const gone = new Promise((resolve) => child.stderr?.once('close', resolve).resume());
  if (at % 4 !== 0) {
    child.stdin?.write(`${at % 2 === 0 ? initializeBody() : modernRequest('tools/list').body}\n`);
    await new Promise((resolve) => child.stdout?.once('data', resolve).once('close', resolve));
  }
  deaths[at % deaths.length]?.(child);
  if (at % 3 === 0) child.kill('SIGKILL');
  child.stdout?.resume();
  await gone;
}

test('[I3.abandoned] 200 servers, abandoned in every way, leave no process', async () => {
  const request = requestOf(project.root, 'calculator');
  const { result } = await bundleOf(request);
  const folder = join(project.root, 'dist');
  await writeOutput(request, result, folder);
  let begun = 0;
  let ended = 0;
  const worker = async (): Promise<void> => {
    while (begun < servers) {
      await abandon(join(folder, 'calculator.bundle.js'), begun++);
      ended++;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  assert.is(ended, servers);
});

test.run();
