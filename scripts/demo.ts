import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createSteps, formatBytes, formatMs } from './demo/steps.ts';
import { useServer } from './demo/use-server.ts';
import { installPackedCli, npm, scaffold } from './packing/scaffold.ts';
import { readFlags } from './read-flags.ts';
import { buildProject } from './serving/build-project.ts';
import { serveBundle, type ServedBundle } from './serving/serve-bundle.ts';

const { values } = readFlags(
  'demo',
  { options: { serve: { type: 'boolean', default: false }, keep: { type: 'boolean', default: false } } },
  { serve: 'leave the server running', keep: 'keep the project' },
);
const { serve } = values;
const keep = serve || values.keep;
const folder = mkdtempSync(join(tmpdir(), 'service-demo-'));
const { step, say } = createSteps((line) => console.log(line));
let served: ServedBundle | undefined;

// Ctrl-C in the middle leaves no server and no folder behind.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void cleanUp().finally(() => process.exit(130));
  });
}

try {
  await run();
  if (serve && served) {
    say(`\nServing on ${served.origin}/mcp until Ctrl-C. Project: ${join(folder, 'demo')}`);
    await new Promise(() => {});
  }
} catch (error) {
  console.error(`\nnpm run demo: ${error instanceof Error ? error.message : String(error)}`);
  if (served) console.error(`The server printed:\n${served.output()}`);
  process.exitCode = 1;
} finally {
  await cleanUp();
}

async function run(): Promise<void> {
  say(`Node ${process.version} at ${process.execPath}\n`);
  const toolbox = await step(
    'Pack @service/sdk and @service/cli and install the CLI from its tarball, outside this repository',
    () => installPackedCli(folder),
    ({ packages }) => packages.map(({ name, version, file }) => `${name}@${version}  ${formatBytes(statSync(file).size)}`).join('\n'),
  );
  const project = await step(
    'service new demo (npm install included)',
    () => scaffold(toolbox, 'demo', { template: 'basic' }),
    (made) => made.folder,
  );
  await step(
    'npm run typecheck, the project’s own TypeScript',
    () => npm(['run', 'typecheck'], project.folder),
    () => 'no error',
  );
  const built = await step(
    'service build --target node',
    () => buildProject(project.folder, [process.execPath, join(project.folder, 'node_modules/@service/cli/bin/service.js')]),
    ({ bundle, bytes }) =>
      `${bundle}\n${formatBytes(bytes)}, ${formatBytes(gzipSync(readFileSync(bundle)).length)} gzip, one file, no node_modules needed`,
  );
  served = await step(
    'Start the bundle over HTTP',
    () => serveBundle({ bundle: built.bundle }),
    ({ origin, readyMs }) => `${origin}/mcp after ${formatMs(readyMs)}`,
  );
  const url = `${served.origin}/mcp`;
  await step(
    'The official TypeScript client (2.x) over HTTP, protocol 2026-07-28',
    () => useServer('client 2.x pinned to 2026-07-28', { kind: 'http', url }),
    (text) => text,
  );
  await step(
    'The official TypeScript client (1.x) over HTTP, protocol 2025-11-25, with a session',
    () => useServer('sdk 1.x', { kind: 'http', url }),
    (text) => text,
  );
  await step(
    'The official TypeScript client (2.x) over stdio',
    () => useServer('client 2.x', { kind: 'stdio', command: built.startScript, args: ['--stdio'] }),
    (text) => text,
  );
  say(`\nAll of it ran on Node ${process.version}. How to go on:`);
  say('  npm run demo -- --serve     leave the server running and connect your own client');
  say('  npm run demo -- --keep      keep the project to look at');
  say('  README.md                   your first own server');
}

async function cleanUp(): Promise<void> {
  await served?.stop();
  if (keep) console.log(`Kept: ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
}
