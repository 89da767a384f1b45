import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { valuesOf } from '../../scripts/fidelity/calls/argument-values.ts';
import { isObject, type Json } from '../../scripts/fidelity/calls/wire.ts';
import { writeScale } from '../../scripts/measure/bars/print-scale.ts';
import { createDirect } from '../../src/runtime/hosts/in-process/create.ts';
import type { ServerGiven } from '../../src/runtime/hosts/uncompiled.ts';
import type { JsonObject } from '../../src/runtime/model/index.ts';
import { openProgram, wordsOf, type OpenedProgram } from '../support/command-line.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const variables = ['WEATHER_API', 'FILES_ROOT', 'GIT_ROOT', 'NODE_ENV'] as const;

const test = suite<{ folder: string; close: () => void }>('generated command line');

test.before(async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'service-command-line-'));
  writeFileSync(join(folder, 'a.txt'), 'one\ntwo\n');
  const git = (...args: readonly string[]): Buffer =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: folder });
  git('init', '-q');
  git('add', '.');
  git('commit', '-q', '-m', 'First');
  const weather = createServer((_request, response) => response.writeHead(404).end()).listen(0, '127.0.0.1');
  await once(weather, 'listening');
  const address = weather.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  // Whoever runs a command reads why a call failed; so do clients of a server that is not in production.
  Object.assign(process.env, { WEATHER_API: `http://127.0.0.1:${address.port}`, FILES_ROOT: folder, GIT_ROOT: folder, NODE_ENV: 'test' });
  const scale = join(folder, 'scale');
  writeScale(scale, 'framework', 100);
  symlinkSync(join(repository, 'node_modules'), join(scale, 'node_modules'));
  Object.assign(context, { folder, close: () => weather.close() });
});
test.after(({ close, folder }) => {
  close();
  for (const name of variables) delete process.env[name];
  rmSync(folder, { recursive: true });
});

/** Name and random calls of each tool. */
const servers: readonly (readonly [name: string, runs: number])[] = [
  ['weather', 20],
  ['files', 20],
  ['git-history', 8],
  ['scale', 3],
];

/** What both say of the call; ids and times of failures differ. */
const comparable = ({ content, isError, structuredContent }: JsonObject): JsonObject => ({
  content: content ?? null,
  isError: isError ?? false,
  structuredContent: structuredContent ?? null,
});

for (const [name, runs] of servers)
  test(`[cli-program.tools] ${name}: every tool is called with random arguments and gives what an MCP client gets`, async ({ folder }) => {
    const module = name === 'scale' ? join(folder, 'scale/src/main.ts') : join(repository, 'examples', name, 'src/main.ts');
    const { ScaleServer, Server = ScaleServer } = (await import(module)) as { Server?: ServerGiven; ScaleServer?: ServerGiven };
    if (Server === undefined) throw new Error(`${module} exports no server`);
    const program = await openProgram(Server);
    const direct = await createDirect(Server);
    try {
      const tools = program.program.listed?.tools ?? [];
      assert.ok(tools.length > 0);
      for (const tool of tools) {
        const samples = fc.sample(valuesOf(JSON.parse(JSON.stringify(tool.inputSchema)) as Json), { numRuns: runs, seed: 18 });
        for (const given of samples)
          if (isObject(given)) await agrees(program, direct, { tool, given: JSON.parse(JSON.stringify(given)) as JsonObject });
      }
    } finally {
      await direct.dispose();
      await program.close();
    }
  });

type Direct = Awaited<ReturnType<typeof createDirect>>;
type Listed = NonNullable<OpenedProgram['program']['listed']>['tools'][number];

async function agrees(program: OpenedProgram, direct: Direct, { given, tool }: { tool: Listed; given: JsonObject }): Promise<void> {
  const args = ['--output', 'json', program.commandOf(tool.name), ...wordsOf(tool.inputSchema, given)];
  const { code, error, out } = await program.run(args);
  const expected = await direct.callTool(tool.name, given);
  assert.ok(out !== '', `${args.join(' ')}: ${error}`);
  assert.equal(comparable(JSON.parse(out) as JsonObject), comparable(expected), `${tool.name} ${JSON.stringify(given)}`);
  assert.is(code === 0, expected['isError'] !== true);
}

test.run();
