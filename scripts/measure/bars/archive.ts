import { appendFileSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Toolbox } from '../../packing/scaffold.ts';
import { runProgram } from '../../testing/run-program.ts';
import { interleave, type Comparison } from './interleave.ts';

/** The packed `service build --target mcpb` on the basic template, whose sources change every time, beside a fixed time. */
export async function compareArchiveBuild(toolbox: Toolbox, root: string, limitMs: number): Promise<Comparison> {
  const project = basicProject(toolbox, root, 'archived');
  let count = 0;
  const build = (): Promise<number> => {
    appendFileSync(join(project, 'src/tools/add.tool.ts'), `export const change${count++} = true;\n`);
    return buildArchive(toolbox, project);
  };
  // The first run fills the cache of the compiler, as any earlier command of a user does.
  await build();
  return interleave(7, build, () => Promise.resolve(limitMs));
}

/** From the start of the server of an archive, as its manifest says, to the answer of its first call; beside an empty script. */
export async function compareArchiveStart(toolbox: Toolbox, root: string): Promise<Comparison> {
  const project = basicProject(toolbox, root, 'started');
  await buildArchive(toolbox, project, '--stage-only');
  const server = join(project, 'dist/mcpb/server/index.js');
  const empty = join(project, 'empty.cjs');
  writeFileSync(empty, '');
  const call = async (): Promise<number> => {
    const started = performance.now();
    let answered = NaN;
    const onOutput = (text: string): void => {
      if (text.includes('"sum":3')) answered = performance.now() - started;
    };
    await runProgram(process.execPath, [server], { input: firstCall, onOutput, env: { ...process.env, SERVICE_STDIO: '1' } });
    return answered;
  };
  return interleave(21, call, async () => (await runProgram(process.execPath, [empty])).milliseconds);
}

const clientInfo = { name: 'bar', version: '1' };
const firstCall = [
  { id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/call', params: { name: 'add', arguments: { a: 1, b: 2 } } },
]
  .map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  .join('');

async function buildArchive(toolbox: Toolbox, cwd: string, ...flags: readonly string[]): Promise<number> {
  const [program, ...args] = toolbox.service;
  const run = await runProgram(program, [...args, 'build', '--target', 'mcpb', ...flags], { cwd });
  if (run.code !== 0) throw new Error(`the build ended with code ${run.code}: ${run.stdout}${run.stderr}`);
  return run.milliseconds;
}

/** Beside the installed packages: Node's lookup then finds the packed SDK, and zod from this repository. */
function basicProject(toolbox: Toolbox, root: string, name: string): string {
  const project = join(toolbox.folder, 'tool', name);
  cpSync(join(root, 'src/templates/basic'), project, { recursive: true });
  mkdirSync(join(project, 'node_modules'), { recursive: true });
  for (const library of ['zod', '@types']) symlinkSync(join(root, 'node_modules', library), join(project, 'node_modules', library), 'dir');
  return project;
}
