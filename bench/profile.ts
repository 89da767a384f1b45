/* `npm run bench:profile -- call|session|list`: where the time of one kind of request goes in our node bundle. */
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newestNode } from '../scripts/serving/judges.ts';
import { startLoad } from './load/load.ts';
import { callOf, listOf, preparing } from './phases/runners.ts';
import { fullRun } from './phases/settings.ts';
import { openRequests } from './phases/throughput.ts';
import { buildOurs } from './servers/prepare.ts';
import { freePort } from '../scripts/serving/free-port.ts';
import { startServer } from './servers/process.ts';

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  readonly samples: readonly number[];
}

const kind = process.argv[2] ?? 'call';
const shape = {
  call: { style: 'modern', messageOf: callOf },
  session: { style: 'session', messageOf: callOf },
  list: { style: 'modern', messageOf: listOf },
} as const;
if (kind !== 'call' && kind !== 'session' && kind !== 'list') {
  console.error('npm run bench:profile -- call | session | list');
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'service-profile-'));
const load = startLoad();
try {
  const { bundle } = await buildOurs(join(folder, 'ours'), { minify: false });
  const port = await freePort();
  const line = [newestNode(), '--cpu-prof', '--cpu-prof-interval=200', `--cpu-prof-dir=${folder}`, bundle];
  const server = await startServer({ line }, port);
  const { messageOf, style } = shape[kind];
  const requests = await openRequests(
    { command: { line }, port, prepare: preparing(port, style, messageOf), expects: 'result' },
    fullRun.connections,
  );
  await load.send({ port, requests, milliseconds: 1000 });
  const before = server.cpuSeconds();
  const { answers } = await load.send({ port, requests, milliseconds: 5000 });
  const microseconds = ((server.cpuSeconds() - before) / answers) * 1e6;
  // SIGTERM: the profile is written at the end of the process.
  await server.stop('SIGTERM');
  print(readProfile(), microseconds);
} finally {
  load.stop();
  rmSync(folder, { recursive: true, force: true });
}

function readProfile(): Profile {
  const file = readdirSync(folder).find((name) => name.endsWith('.cpuprofile')) ?? '';
  const text = readFileSync(join(folder, file), 'utf8');
  writeFileSync(join(tmpdir(), `service-${kind}.cpuprofile`), text);
  return JSON.parse(text) as Profile;
}

/** Self times, idle time left out, as shares of the measured CPU time. */
function print({ nodes, samples }: Profile, microseconds: number): void {
  const names = new Map(
    nodes.map(({ id, callFrame: { functionName, lineNumber, url } }) => [
      id,
      `${functionName || '(anonymous)'} ${locationOf(url)}:${lineNumber + 1}`,
    ]),
  );
  const counts = new Map<string, number>();
  let busy = 0;
  for (const sample of samples) {
    const name = names.get(sample) ?? '';
    if (name.startsWith('(idle)')) continue;
    busy++;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  console.log(
    `${kind}: ${microseconds.toFixed(1)} µs of CPU for one request; whole profile: ${join(tmpdir(), `service-${kind}.cpuprofile`)}`,
  );
  for (const [name, count] of [...counts].toSorted((left, right) => right[1] - left[1]).slice(0, 60))
    console.log(`${((count / busy) * microseconds).toFixed(2).padStart(7)} µs ${((count / busy) * 100).toFixed(1).padStart(5)} %  ${name}`);
}

function locationOf(url: string): string {
  return url.startsWith('node:') ? url : (url.split('/').at(-1) ?? '');
}
