import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { zipFiles } from '../../compiler/8-write/archive.ts';
import type { OutputFile } from '../../compiler/target.ts';
import { checkArchive } from './check-archive.ts';

const args = ['${__dirname}/server/index.js'];
const config = { command: 'node', args, env: { SERVICE_STDIO: '1' } };
const manifest = (change: object = {}, server: object = config): OutputFile => ({
  path: 'manifest.json',
  contents: JSON.stringify({
    manifest_version: '0.3',
    name: 'weather',
    version: '1.0.0',
    description: 'Weather',
    author: { name: 'Ada' },
    server: { type: 'node', entry_point: 'server/index.js', mcp_config: server },
    ...change,
  }),
});
const module = (code: string): OutputFile => ({ path: 'server/index.js', contents: code });
const plain = module("const { readFile } = require('node:fs/promises');\nrequire('path');\n");
const archived = async (...files: readonly OutputFile[]): Promise<Buffer> => Buffer.from(await zipFiles(files));
const checked = async (...files: readonly OutputFile[]): Promise<readonly string[]> => checkArchive(await archived(...files));

test('[mcpb.validate] packages that the server asks for and the archive does not hold', async () => {
  assert.equal(await checked(manifest(), plain), []);
  const needy = module("import('@a/b/c.js'); require('sharp'); require('./help'); try { require('ws') } catch {}\n");
  const help = { path: 'server/help.js', contents: "module.exports = require('left-pad/x');" };
  const ws = { path: 'server/node_modules/ws/index.js', contents: '' };
  assert.equal(await checked(manifest(), needy, help, ws), [
    'Missing runtime package: @a/b',
    'Missing runtime package: left-pad',
    'Missing runtime package: sharp',
  ]);
  const optional = "try { require('a') } catch {}; const b = () => import('b').catch(() => null); try { require('./help') } catch {}";
  assert.equal(await checked(manifest(), module(optional), help), ['Missing runtime package: left-pad']);
  assert.equal(await checked(manifest(), module('const = 1;')), ['server/index.js does not parse as JavaScript']);
});

test('[mcpb.validate-archive] manifest, entry point, icon and placeholders', async () => {
  const cases: readonly (readonly [readonly OutputFile[], string])[] = [
    [[plain], 'The archive holds no manifest.json'],
    [[{ path: 'manifest.json', contents: '{' }, plain], 'manifest.json is not valid JSON'],
    [[manifest({ author: undefined }), plain], 'manifest.json: author is missing'],
    [[manifest()], 'server/index.js is named by manifest.json and not in the archive'],
    [[manifest({ icon: 'icon.png' }), plain], 'The icon icon.png is not in the archive'],
    [[manifest({ icon: 'icon.png' }), plain, { path: 'icon.png', contents: '<svg/>' }], 'The icon icon.png is no PNG image'],
    [[manifest({}, { ...config, args: [...args, '${__dirname}/x'] }), plain], 'x is named by manifest.json and not in the archive'],
    [[manifest({}, { ...config, env: { A: '${env.HOME}' } }), plain], 'manifest.json: no host replaces ${env.HOME}'],
    [
      [manifest({}, { ...config, env: { A: '${user_config.key}' } }), plain],
      'manifest.json: ${user_config.key} is not declared in user_config',
    ],
    [
      [manifest({}, { ...config, platform_overrides: { win32: { command: '${__dirname}/server/a.exe' } } }), plain],
      'server/a.exe is named by manifest.json and not in the archive',
    ],
  ];
  for (const [files, expected] of cases) assert.equal(await checked(...files), [expected]);
});

test('[mcpb.validate-archive] a megabyte of placeholders that begin and never end takes no time', async () => {
  const hostile = [...args, '${'.repeat(1_000_000), '${env.HOME}'];
  assert.equal(await checked(manifest({}, { ...config, args: hostile }), plain), ['manifest.json: no host replaces ${env.HOME}']);
});

test('[mcpb.validate-archive] what is no archive at all', async () => {
  for (const bytes of [Buffer.from('hello'), Buffer.alloc(0), (await archived(manifest(), plain)).subarray(0, -1)])
    assert.equal(await checkArchive(bytes), ['The file is no ZIP archive, or something stands behind its end']);
});

test('[mcpb.validate-archive] a manifest and modules that unpack to more than is read as text', async () => {
  const { contents } = manifest();
  const padded = { path: 'manifest.json', contents: String(contents).padEnd(4 * 1024 * 1024 + 1) };
  assert.equal(await checked(padded, plain), ['manifest.json has 4194305 bytes; at most 4194304 are read']);
  assert.equal(await checked({ ...padded, contents: padded.contents.slice(1).padStart(4 * 1024 * 1024) }, plain), [
    'manifest.json is not valid JSON',
  ]);
  const large = module(' '.repeat(64 * 1024 * 1024 + 1));
  assert.equal(await checked(manifest(), large), ['server/index.js has 67108865 bytes; modules of at most 67108864 are read']);
});

test.run();
