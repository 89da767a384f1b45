import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateFolder, MigrationError } from './index.ts';
import { migrateFiles, refusal, sdkImports } from '../../test/support/migrate-fixture.ts';

const server = "const server = new McpServer({ name: 'a', version: '1.0.0' });\n";

test('[migrate.bad-input] a source that does not parse', () => {
  const { code, text } = refusal({ 'index.js': `${sdkImports}${server}server.registerTool('add', {\n` });
  assert.is(code, 'migrate-unreadable');
  assert.match(text, /^index\.js:\d+: Does not parse: /);
});

test('[migrate.bad-input] no server, two servers, and a server in a class', () => {
  assert.equal(refusal({ 'index.js': 'export const a = 1;\n' }).code, 'migrate-no-server');
  const two = refusal({ 'index.js': `${sdkImports}${server}const other = new McpServer({ name: 'b', version: '1.0.0' });\n` });
  assert.is(two.code, 'migrate-two-servers');
  assert.match(two.text, /^index\.js:4: .*\nindex\.js:5: /);
  const held = refusal({ 'index.js': `${sdkImports}class Weather {\n  server = new McpServer({ name: 'a', version: '1.0.0' });\n}\n` });
  assert.is(held.code, 'migrate-class');
  assert.match(held.text, /^index\.js:5: The server is a member of the class Weather/);
});

test('[migrate.bad-input] an import outside the folder that is read', () => {
  const { code, text } = refusal({
    'inner/index.js': `${sdkImports}import { x } from '../shared.js';\n${server}`,
    'inner/package.json': '{ "name": "inner" }',
    'shared.js': 'export const x = 1;\n',
  });
  assert.is(code, 'migrate-outside');
  assert.match(text, "index.js:4: Imports '../shared.js', which lies outside the source folder");
});

test('[migrate.bad-input] [files.inside] a folder is what was named, and a file lies in the nearest package: neither reaches the package around it', () => {
  const text = `${sdkImports}import { x } from '../shared.js';\n${server}`;
  const around = { 'package.json': '{ "name": "around", "main": "inner/index.js" }', 'shared.js': 'export const x = 1;\n' };
  const manifests: readonly Readonly<Record<string, string>>[] = [{}, { 'inner/package.json': '{ "type": "module" }' }];
  for (const files of manifests) assert.is(refusal({ ...around, ...files, 'inner/index.js': text }, 'inner').code, 'migrate-outside');
  assert.is(refusal({ ...around, 'inner/package.json': '{}', 'inner/index.js': text }, 'inner/index.js').code, 'migrate-outside');
  assert.ok(migrateFiles({ ...around, 'inner/package.json': '{ "type": "module" }', 'inner/index.js': text }, 'inner/index.js'));
});

test('[migrate.bad-input] [files.inside] a package that names a file outside itself, and one whose members are of the wrong type', () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'service-migrate-home-')));
  const folder = join(home, 'work/calc');
  const refusalOf = (members: object): string => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'calc', ...members }, undefined, 2));
    try {
      migrateFolder(folder, { sdk: '0.1.0', cli: '0.1.0' });
    } catch (error) {
      if (error instanceof MigrationError) return `${error.code} ${error.message}`;
      throw error;
    }
    return 'migrated';
  };
  try {
    mkdirSync(join(folder, '..not-outside'), { recursive: true });
    for (const at of [home, join(folder, '..not-outside')]) writeFileSync(join(at, 'profile.ts'), `${sdkImports}${server}`);
    symlinkSync(join(home, 'profile.ts'), join(folder, 'link.ts'));
    assert.is(
      refusalOf({ main: '../../profile.ts' }),
      "migrate-outside package.json:3: Names the file '../../profile.ts', which lies outside the package. Name a file inside the package, symlinks included, or migrate the folder that holds both",
    );
    assert.match(refusalOf({ bin: { a: './link.ts' } }), /^migrate-outside package\.json:4: Names the file '\.\/link\.ts'/);
    assert.is(refusalOf({ main: '..not-outside/profile.ts' }), 'migrated');
    assert.match(refusalOf({ main: 5, bin: ['x'], version: {}, dependencies: 'none' }), /^migrate-no-server /);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});

test('[migrate.bad-input] an unknown version of the official SDK', () => {
  const manifest = (range: string): string =>
    `{\n  "name": "x",\n  "main": "index.js",\n  "dependencies": { "@modelcontextprotocol/sdk": "${range}" }\n}\n`;
  for (const range of ['^7.0.0', 'latest', '*']) {
    const { code, text } = refusal({ 'package.json': manifest(range), 'index.js': `${sdkImports}${server}` });
    assert.is(code, 'migrate-version');
    assert.match(text, 'package.json:4: Asks for @modelcontextprotocol/sdk');
  }
});

test('[migrate.bad-input] a folder without a file to begin with', () => {
  assert.match(refusal({ 'package.json': '{ "name": "x" }' }).text, /^package\.json:1: Names no `bin` or `main` that exists/);
});

test.run();
