import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runCli } from '../../../test/support/cli/run-cli.ts';

const source = `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
const server = new McpServer({ name: 'weather', version: '1.0.0' });
server.registerTool('now', { description: 'Says the weather' }, async () => ({ content: [{ type: 'text', text: 'sunny' }] }));
if (process.env.ADMIN) server.registerTool('reset', { description: 'Resets' }, async () => ({ content: [] }));
`;
const specs = ['--sdk', '0.1.0', '--cli', '0.1.0'];

const test = suite<{ root: string }>('migrate');
test.before.each((context) => {
  context.root = realpathSync(mkdtempSync(join(tmpdir(), 'service-migrate-')));
  writeFileSync(join(context.root, 'weather.js'), source);
});
test.after.each(({ root }) => rmSync(root, { recursive: true, force: true }));

test('[migrate.output] shows the files and the open points, and writes nothing', async ({ root }) => {
  const { code, stdout } = await runCli(['migrate', 'weather.js'], { cwd: root });
  assert.is(code, 0);
  assert.match(stdout, '+++ src/weather.ts (new)');
  assert.match(stdout, '1 entries moved, 1 left to do by hand:\n  weather.js:4: The tool reset is registered under a condition');
  assert.match(stdout, 'Nothing was written. Add --out <folder> to write it.');
  assert.equal(readdirSync(root), ['weather.js']);
});

test('[migrate.output] writes a project into an empty folder, and nothing beside it', async ({ root }) => {
  const { code, stderr } = await runCli(['migrate', 'weather.js', '--out', 'moved', ...specs], { cwd: root });
  assert.is(code, 0, stderr);
  assert.equal(readdirSync(root).sort(), ['moved', 'weather.js']);
  assert.is(readFileSync(join(root, 'weather.js'), 'utf8'), source);
  assert.match(readFileSync(join(root, 'moved/MIGRATION.md'), 'utf8'), '- tool `now` (weather.js:3) is `nowTool`');
  for (const file of ['src/weather.ts', 'src/from-sdk/handlers.ts', 'service.config.ts', 'package.json', 'tsconfig.json'])
    assert.ok(existsSync(join(root, 'moved', file)), file);
  const written = await runCli(['migrate', 'weather.js', '--write', ...specs], { cwd: root });
  assert.is(written.code, 0);
  assert.ok(existsSync(join(root, 'weather-service/src/weather.ts')));
  const odd = await runCli(['migrate', 'weather.js', '--out', 'moved $(id)', ...specs], { cwd: root });
  assert.match(odd.stdout, "\ncd 'moved $(id)'\n", 'a shell reads it as one word');
});

test('[migrate.output] refuses a folder that holds files, and the folder that is read', async ({ root }) => {
  mkdirSync(join(root, 'moved'));
  writeFileSync(join(root, 'moved/mine.txt'), 'mine');
  const occupied = await runCli(['migrate', 'weather.js', '--out', 'moved', ...specs], { cwd: root });
  assert.is(occupied.code, 2);
  assert.match(occupied.stderr, 'moved is not empty (mine.txt)');
  assert.equal(readdirSync(join(root, 'moved')), ['mine.txt']);
  assert.is((await runCli(['migrate', 'weather.js', '--out', '.', ...specs], { cwd: root })).code, 2);
  assert.is((await runCli(['migrate', 'weather.js', '--out', 'weather.js', ...specs], { cwd: root })).code, 2);
  assert.is((await runCli(['migrate', 'none.js'], { cwd: root })).code, 2);
});

test('[migrate.bad-input] a refusal names file and line, and nothing is written', async ({ root }) => {
  writeFileSync(join(root, 'weather.js'), `${source}server.tool('x', {`);
  const { code, stderr } = await runCli(['migrate', 'weather.js', '--out', 'moved', ...specs], { cwd: root });
  assert.is(code, 1);
  assert.match(stderr, 'weather.js:5:1 error migrate-unreadable: Does not parse: ');
  assert.not.ok(existsSync(join(root, 'moved')));
});

test.run();
