import { crc32, deflateRawSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { zipFiles } from '../../compiler/8-write/zip.ts';
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
const checked = (...files: readonly OutputFile[]): Promise<readonly string[]> => checkArchive(Buffer.from(zipFiles(files)));

/** Changes bytes of an archive that has a manifest, a server and one more file. */
async function changed(change: (bytes: Buffer, at: { readonly central: number; readonly local: number }) => Buffer): Promise<string> {
  const bytes = Buffer.from(zipFiles([manifest(), plain, { path: 'zzz.txt', contents: 'hello hello hello' }]));
  const central = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  return (await checkArchive(change(bytes, { central, local: bytes.readUInt32LE(central + 42) }))).join('\n');
}

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

test('[mcpb.validate-archive] names that leave the folder, doubled names, symlinks', async () => {
  for (const path of [
    '../x',
    '/etc/x',
    'a/../../x',
    'C:x',
    'a\\..\\x',
    'a\nb',
    './x',
    'manifest.json.',
    'server/index.js ',
    'a./b',
    'manifest.json::$DATA',
    'a/..',
  ])
    assert.match(
      (await checked(manifest(), plain, { path, contents: '' })).join(),
      /is a name that leaves the folder of the archive, or no file can have$/,
    );
  assert.equal(await checked(manifest(), plain, { path: 'A.txt', contents: '' }, { path: 'a.txt', contents: '' }), [
    '"a.txt" is in the archive twice',
  ]);
  assert.match(
    await changed((bytes, { central }) => (bytes.writeUInt32LE((0o120777 << 16) >>> 0, central + 38), bytes)),
    /"zzz\.txt" is a symlink/,
  );
});

test('[mcpb.validate-archive] damaged archives and zip bombs are refused before they unpack', async () => {
  const cases: readonly (readonly [string, Parameters<typeof changed>[0], RegExp])[] = [
    ['cut off', (bytes) => bytes.subarray(0, -1), /is no ZIP archive, or something stands behind its end/],
    ['a signature behind it', (bytes) => Buffer.concat([bytes, Buffer.from('MCPB_SIG_V1')]), /something stands behind its end/],
    ['wrong checksum', (bytes, { central }) => (bytes.writeUInt32LE(1, central + 16), bytes), /"zzz\.txt" is damaged/],
    ['smaller than it says', (bytes, { central }) => (bytes.writeUInt32LE(9000, central + 24), bytes), /does not unpack to the size/],
    ['larger than it says', (bytes, { central }) => (bytes.writeUInt32LE(3, central + 24), bytes), /does not unpack to the size/],
    ['four gigabytes', (bytes, { central }) => (bytes.writeUInt32LE(0xf0000000, central + 24), bytes), /unpacks to \d+ bytes; at most/],
    ['encrypted', (bytes, { central }) => (bytes.writeUInt16LE(1, central + 8), bytes), /"zzz\.txt" is encrypted/],
    ['unknown method', (bytes, { central }) => (bytes.writeUInt16LE(12, central + 10), bytes), /packed by an unknown method/],
    ['another name inside', (bytes, { local }) => (bytes.write('yyy', local + 30), bytes), /has another name in front of its bytes/],
    ['shared bytes', (bytes, { central }) => (bytes.writeUInt32LE(0, central + 42), bytes), /has another name in front|shares bytes/],
    ['beyond the end', (bytes, { central }) => (bytes.writeUInt32LE(central, central + 42), bytes), /is not where the directory says/],
    ['no ZIP', () => Buffer.from('hello'), /is no ZIP archive/],
    ['empty', () => Buffer.alloc(0), /is no ZIP archive/],
  ];
  for (const [what, change, expected] of cases) assert.match(await changed(change), expected, what);
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

test('[mcpb.validate-archive] entries that share their bytes are refused', async () => {
  const packed = deflateRawSync(Buffer.alloc(1000));
  const header = (signature: number, size: number): Buffer => {
    const bytes = Buffer.alloc(size);
    bytes.writeUInt32LE(signature, 0);
    return bytes;
  };
  const local = header(0x04034b50, 30);
  local.writeUInt16LE(1, 26);
  const body = Buffer.concat([local, Buffer.from('a'), packed]);
  const entry = (): Buffer => {
    const central = header(0x02014b50, 46);
    central.writeUInt16LE(8, 10);
    central.writeUInt32LE(crc32(Buffer.alloc(1000)), 16);
    central.writeUInt32LE(packed.length, 20);
    central.writeUInt32LE(1000, 24);
    central.writeUInt16LE(1, 28);
    return central;
  };
  const directory = Buffer.concat([entry(), Buffer.from('a'), entry(), Buffer.from('A')]);
  const end = header(0x06054b50, 22);
  end.writeUInt16LE(2, 8);
  end.writeUInt16LE(2, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(body.length, 16);
  assert.equal(await checkArchive(Buffer.concat([body, directory, end])), ['"A" is in the archive twice']);
  // With a second name of its own it still has no bytes of its own.
  directory.write('b', directory.length - 1);
  assert.equal(await checkArchive(Buffer.concat([body, directory, end])), ['"b" has another name in front of its bytes']);
});

test.run();
