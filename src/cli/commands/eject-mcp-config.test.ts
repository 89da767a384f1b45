import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkConfig } from '../../config/check-config.ts';
import { CliError } from '../cli-error.ts';
import { Flags } from '../command.ts';
import { Output } from '../output.ts';
import { editFile, makeProject } from '../../../test/support/cli/project-fixture.ts';
import { runCli } from '../../../test/support/cli/run-cli.ts';
import { findClientFile, replaceClientFile } from '../eject/client-file.ts';
import { runEjectMcpConfig } from './eject-mcp-config.ts';

const config = {
  name: 'calc',
  env: { shared: { LEVEL: 'info' } },
  clients: { cursor: {}, 'claude-desktop': { command: 'node', args: ['calc.js'], env: { LEVEL: 'debug', 'A‮B': '"' } } },
};
const entry = { url: 'http://127.0.0.1:3000/mcp', transport: 'http' };
const printed = `${JSON.stringify({ mcpServers: { calc: entry } }, undefined, 2)}\n`;

const test = suite<{ root: string }>('eject-mcp-config');
test.before.each((context) => {
  context.root = realpathSync(mkdtempSync(join(tmpdir(), 'service-eject-')));
  writeFileSync(join(context.root, 'service.config.json'), JSON.stringify(config));
});
test.after.each(({ root }) => rmSync(root, { recursive: true, force: true }));

const output = new Output({ json: true, events: false, verbose: false, colours: 'never', env: {}, streams: process });

/** The command in this process: its outcome, or its failure. */
async function run(root: string, client: string, flags: Readonly<Record<string, unknown>> = {}) {
  const { signal } = new AbortController();
  const call = { arguments: [client], flags: new Flags(flags), cwd: root, env: {}, stdin: Readable.from([]), output, signal };
  return runEjectMcpConfig(call).catch((error: unknown) => {
    if (!(error instanceof CliError)) throw error;
    return { exit: error.exit, text: error.message };
  });
}

test('[eject.key] prints the entry as JSON and nothing else; a missing client is exit 2 with its text', async ({ root }) => {
  const [cursor, claude, missing, list] = await Promise.all([
    runCli(['eject-mcp-config', 'cursor'], { cwd: root }),
    runCli(['eject-mcp-config', 'claude'], { cwd: root }),
    runCli(['eject-mcp-config', 'vscode'], { cwd: root }),
    runCli(['eject-mcp-config', '--list'], { cwd: root }),
  ]);
  assert.equal([cursor.code, cursor.stdout, cursor.stderr], [0, printed.trimEnd(), '']);
  assert.equal(JSON.parse(claude.stdout), {
    mcpServers: { calc: { command: 'node', args: ['calc.js'], env: { LEVEL: 'debug', 'A‮B': '"' } } },
  });
  assert.ok(claude.stdout.includes('A\\u202eB'));
  assert.equal([missing.code, missing.stdout], [2, '']);
  assert.match(missing.stderr, /service\.config has no clients\.vscode entry/);
  assert.match(list.stdout, /cursor +calc +http +\.\/\.cursor\/mcp\.json or ~\/\.cursor\/mcp\.json\nclaude-desktop +calc +stdio/);
});

test('[eject.address] a default url that the server does not answer at is printed with a warning', async () => {
  const { project, root } = makeProject();
  const warnings = async (clients: object, http: object) => {
    const config = { name: 'calc', clients: { cursor: clients }, transport: { http } };
    writeFileSync(join(project, 'service.config.json'), JSON.stringify(config));
    const outcome = await run(project, 'cursor');
    return 'diagnostics' in outcome ? outcome.diagnostics?.map(({ hint, message }) => [message, hint]) : undefined;
  };
  rmSync(join(project, 'service.config.ts'));
  assert.equal(await warnings({}, {}), [
    [
      'The entry names port 3000, path /mcp, and the server answers at port 3000, path /',
      'Set transport.http.path to "/" in the config, or set clients.cursor.url',
    ],
  ]);
  editFile(join(project, 'src/main.ts'), (text) => text.replace('@Service({', "@Service({\n  http: { entryPath: '/rpc', port: 4100 },"));
  assert.equal(await warnings({}, { path: '/mcp' }), [
    [
      'The entry names port 3000, path /mcp, and the server answers at port 4100, path /rpc',
      'Set transport.http.port to 4100 and transport.http.path to "/rpc" in the config, or set clients.cursor.url',
    ],
  ]);
  assert.equal(await warnings({}, { path: '/rpc/', port: 4100 }), []);
  assert.equal(await warnings({ url: 'https://mcp.example.com' }, {}), []);
  assert.equal(await warnings({ command: 'node' }, {}), []);
  rmSync(root, { recursive: true });
});

test('[eject.merge] -o makes folders, merges, and does nothing the second time', async ({ root }) => {
  const file = join(root, 'a/b/mcp.json');
  assert.is((await run(root, 'cursor', { out: 'a/b/mcp.json' })).text, 'create  a/b/mcp.json');
  assert.equal([readFileSync(file, 'utf8'), statSync(file).mode & 0o777], [printed, 0o600]);
  assert.is((await run(root, 'cursor', { out: file })).text, 'Nothing to do: a/b/mcp.json holds the entry.');
  writeFileSync(file, '{"mcpServers":{"other":{}}}');
  chmodSync(file, 0o640);
  assert.is((await run(root, 'cursor', { out: file })).text, 'update  a/b/mcp.json');
  assert.is(readFileSync(file, 'utf8'), `{"mcpServers":{"other":{},"calc":${JSON.stringify(entry)}}}`);
  assert.is(statSync(file).mode & 0o777, 0o640);
  assert.equal(readdirSync(join(root, 'a/b')), ['mcp.json']);
});

test('[eject.atomic] symlinks stay, and a backup is made only when asked', async ({ root }) => {
  mkdirSync(join(root, 'real'));
  writeFileSync(join(root, 'real/mcp.json'), '{}');
  symlinkSync('real/mcp.json', join(root, 'link.json'));
  symlinkSync('real/new.json', join(root, 'dangling.json'));
  await run(root, 'cursor', { out: 'link.json' });
  await run(root, 'cursor', { out: 'dangling.json' });
  assert.equal([readlinkSync(join(root, 'link.json')), readlinkSync(join(root, 'dangling.json'))], ['real/mcp.json', 'real/new.json']);
  for (const name of ['mcp.json', 'new.json'])
    assert.equal(JSON.parse(readFileSync(join(root, 'real', name), 'utf8')), JSON.parse(printed));
  assert.equal(readdirSync(join(root, 'real')), ['mcp.json', 'new.json']);

  for (const text of ['{"one":1}', '{"two":2}']) {
    writeFileSync(join(root, 'kept.json'), text);
    await run(root, 'cursor', { out: 'kept.json', backup: true });
  }
  assert.equal(
    ['kept.json.bak', 'kept.json.bak2'].map((name) => readFileSync(join(root, name), 'utf8')),
    ['{"one":1}', '{"two":2}'],
  );
  assert.match(String((await run(root, 'cursor', { backup: true })).text), /--backup needs --out/);
});

test('[eject.atomic] what another program wrote meanwhile is not lost, and a full disk leaves everything as it was', async ({ root }) => {
  const path = join(root, 'mcp.json');
  writeFileSync(path, '{}');
  const found = await findClientFile(path);
  writeFileSync(path, '{"theirs":1}');
  const failure = async (file: typeof found): Promise<string> =>
    replaceClientFile(file, '{"ours":1}', { backup: false }).then(
      () => 'written',
      (error: unknown) => String(error),
    );
  assert.match(await failure(found), /was changed by another program in the meantime\. Nothing was written/);
  assert.is(readFileSync(path, 'utf8'), '{"theirs":1}');
  await findClientFile('/dev/null/mcp.json').then(
    () => assert.unreachable(),
    (error: unknown) => assert.match(String(error), /cannot be read \(ENOTDIR\)/),
  );
  assert.match(await failure({ path: '/proc/none/mcp.json', bytes: undefined, mode: 0o600 }), /Cannot write \/proc\/none\/mcp\.json \(ENO/);
  assert.equal(readdirSync(root).toSorted(), ['mcp.json', 'service.config.json']);
  // Mounting a small disk needs root; elsewhere the other failures stand for it.
  if (process.getuid?.() !== 0) return;
  const disk = join(root, 'disk');
  mkdirSync(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', disk]);
  try {
    writeFileSync(join(disk, 'mcp.json'), '{}');
    const file = await findClientFile(join(disk, 'mcp.json'));
    const full = await replaceClientFile(file, ' '.repeat(65_536), { backup: true }).catch((error: unknown) => String(error));
    assert.match(String(full), /Cannot write .* \(ENOSPC\)\. It is as it was before/);
    assert.equal([readFileSync(file.path, 'utf8'), readdirSync(disk)], ['{}', ['mcp.json']]);
  } finally {
    execFileSync('umount', [disk]);
  }
});

test('[eject.refuses] a folder, a read-only file, bytes that are no text, a loop of links, a huge file: exit 1, nothing changed', async ({
  root,
}) => {
  writeFileSync(join(root, 'readonly.json'), '{}', { mode: 0o444 });
  writeFileSync(join(root, 'utf16.json'), Buffer.from('\uFEFF{}', 'utf16le'));
  writeFileSync(join(root, 'broken.json'), '{ "mcpServers": ');
  symlinkSync('loop.json', join(root, 'loop.json'));
  mkdirSync(join(root, 'folder.json'));
  // Sparse: reading it whole would be seen by its time alone.
  writeFileSync(join(root, 'huge.json'), '');
  truncateSync(join(root, 'huge.json'), 300_000_000);
  for (const [name, why] of [
    ['readonly', 'is read-only'],
    ['utf16', 'is not valid JSON: its text is not UTF-8'],
    ['broken', 'is not valid JSON: ValueExpected at line 1, column 17'],
    ['loop', 'is a symlink that leads to itself'],
    ['folder', 'is not a file'],
    ['huge', 'has 300000000 bytes; one of more than 16 MiB is not read'],
  ]) {
    const { exit, text } = await run(root, 'cursor', { out: `${name}.json` });
    assert.equal([exit, text], ['failure', `${join(root, `${name}.json`)} ${why}. Nothing was changed`]);
  }
  assert.is(readFileSync(join(root, 'broken.json'), 'utf8'), '{ "mcpServers": ');
  assert.is(readFileSync(join(root, 'readonly.json'), 'utf8'), '{}');
});

test('[eject.stdio] the guide shows what the command prints', async ({ root }) => {
  const page = readFileSync(new URL('../../../docs/guide/local.md', import.meta.url), 'utf8');
  const [shown = '', out = '', archived = ''] = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  writeFileSync(join(root, 'service.config.json'), shown);
  assert.is(`${String((await run(root, 'claude')).text)}\n`, out);
  assert.equal(checkConfig(JSON.parse(archived)), []);
});

test('[eject.dry-run] shows the difference and writes nothing', async ({ root }) => {
  writeFileSync(join(root, 'mcp.json'), '{\n  "mcpServers": {\n    "a": {}\n  }\n}\n');
  const { text } = await run(root, 'cursor', { out: 'mcp.json', 'dry-run': true });
  assert.match(String(text), /^\+\+\+ mcp\.json\n/);
  assert.match(String(text), /\n- {5}"a": \{\}\n\+ {5}"a": \{\},\n\+ {5}"calc": \{\n/);
  assert.is(readFileSync(join(root, 'mcp.json'), 'utf8'), '{\n  "mcpServers": {\n    "a": {}\n  }\n}\n');
  await run(root, 'cursor', { out: 'none/mcp.json', 'dry-run': true });
  assert.not.ok(existsSync(join(root, 'none')));
});

test.run();
