import { deflateRawSync } from 'node:zlib';
import { checkArchive } from '../../src/cli/mcpb/check-archive.ts';
import { extraField, sizesBehind, zipOf, type ZipPart } from '../support/zip-archive.ts';
import type { AttackOutcome } from './attack.ts';

/** An archive that `service mcpb validate` should call valid, while a host unpacks something else than was looked at. */
export interface ArchiveAttack {
  readonly name: string;
  readonly bytes: Buffer;
  /** The one guard that stops it; another answer means that this guard is gone. */
  readonly refusal: string;
}

const manifest: ZipPart = {
  name: 'manifest.json',
  contents: JSON.stringify({
    manifest_version: '0.3',
    name: 'weather',
    version: '1.0.0',
    description: 'Weather',
    author: { name: 'Ada' },
    server: {
      type: 'node',
      entry_point: 'server/index.js',
      mcp_config: { command: 'node', args: ['${__dirname}/server/index.js'], env: {} },
    },
  }),
};
const server: ZipPart = { name: 'server/index.js', contents: 'process.stdin.resume();\n' };
const others = [manifest, server];
const text = 'hello hello hello';

const archive = (...parts: readonly ZipPart[]): Buffer => zipOf([...others, ...parts]);
const file = (change: Partial<ZipPart>): Buffer => archive({ name: 'x.txt', contents: text, ...change });
const time = extraField(0x5455, Buffer.from([1, 0, 0, 0, 0]));
const isFound = 'belong to no file';

/** Beside each attack: the same forms where they are harmless. */
export const harmlessArchives: Readonly<Record<string, Buffer>> = {
  plain: file({}),
  'made by DOS': file({ madeBy: 0, mode: 0, attributes: 0x20 }),
  'a folder of its own': archive({ name: 'docs/', mode: 0o040755, attributes: 0x10 }, { name: 'docs/x.txt', contents: text }),
  'a program': file({ mode: 0o100755 }),
  'times beside the names': file({ extra: time }),
  stored: file({ method: 0 }),
  'sizes behind the bytes': file({ flags: 0x808, local: { crc: 0, packed: 0, size: 0 }, behind: sizesBehind(text) }),
  'sizes behind the bytes, without a signature': file({
    flags: 0x808,
    local: { crc: 0, packed: 0, size: 0 },
    behind: sizesBehind(text, { isSigned: false }),
  }),
  'a name beyond ASCII': file({ name: 'Möbel.txt' }),
  'the longest part of a name': file({ name: `${'x'.repeat(251)}.txt` }),
  'the longest name': file({ name: `${'ab/'.repeat(341)}x` }),
  'a name that begins as a device does': archive({ name: 'console.js' }, { name: 'com10.txt' }, { name: 'nul me.txt' }),
};

const systems: readonly (readonly [string, number])[] = [
  ['DOS', 0],
  ['Unix', 3],
  ['Windows', 10],
  ['macOS', 19],
];

const unsafeNames = [
  '../x',
  '/etc/x',
  'a/../../x',
  'C:x',
  'a\\..\\x',
  'a\nb',
  './x',
  'a//b',
  'manifest.json.',
  'a./b',
  'a ',
  'manifest.json::$DATA',
  'NUL',
  'server/con.js',
  'a?b',
  'x\u202Etxt.js',
  'COM\u00b9',
  'server/com\u00b2.txt',
  'LPT\u00b3',
  'CONIN$',
  'conout$.txt',
  'CLOCK$',
  'nul .txt',
  ' aux',
  'server/ x.js',
  'manifest\u034f.json',
  'server/index\ufe0f.js',
  'server/\u3164index.js',
];
const longNames = ['x'.repeat(256), `server/${'\u00e9'.repeat(128)}/x.js`, 'folder/'.repeat(850), `${'ab/'.repeat(341)}xy`];

const names: readonly ArchiveAttack[] = [
  ...unsafeNames.map((name) => ({
    name: `a name that leaves the folder, or that a system changes: ${JSON.stringify(name)}`,
    bytes: file({ name }),
    refusal: 'is a name that leaves the folder of the archive, or no file can have',
  })),
  ...longNames.map((name) => ({
    name: `a name of ${name.length} characters`,
    bytes: file({ name }),
    refusal: 'has a name of more than 255 bytes in a part, or 1024 in all',
  })),
  { name: 'two files of one name', bytes: archive({ name: 'x' }, { name: 'x' }), refusal: 'is in the archive twice' },
  { name: 'two files of one name where case is ignored', bytes: file({ name: 'Manifest.JSON' }), refusal: 'is in the archive twice' },
  {
    name: 'two files of one name where letters are composed',
    bytes: archive({ name: '\u00e9' }, { name: 'e\u0301' }),
    refusal: 'is in the archive twice',
  },
  {
    name: 'two files of one name by their capitals',
    bytes: archive({ name: 's.js' }, { name: '\u017f.js' }),
    refusal: 'is in the archive twice',
  },
  {
    name: 'two files of one name by their small letters',
    bytes: archive({ name: '\u03f4' }, { name: '\u03b8' }),
    refusal: 'is in the archive twice',
  },
  { name: 'a file and a folder of one name', bytes: archive({ name: 'Server' }), refusal: 'is a file and a folder' },
  {
    name: 'a file and an empty folder of one name',
    bytes: archive({ name: 'x' }, { name: 'x/', mode: 0 }),
    refusal: 'is in the archive twice',
  },
  {
    name: 'a name in an old alphabet',
    bytes: file({ name: 'caf\u00e9', flags: 0 }),
    refusal: 'has a name beyond ASCII that is not marked as UTF-8',
  },
  { name: 'a name that is no UTF-8', bytes: file({ name: Buffer.from([0x61, 0xff]) }), refusal: 'A name in the archive is not UTF-8' },
  {
    name: 'another name in an extra field',
    bytes: file({ extra: extraField(0x7075, Buffer.from('\u0001\0\0\0\0../x')) }),
    refusal: 'has an extra field that some readers follow and others do not',
  },
  {
    name: 'a link in an extra field in front of the bytes',
    bytes: file({ local: { extra: extraField(0x000d, Buffer.from('/etc/passwd')) } }),
    refusal: 'has an extra field that some readers follow and others do not',
  },
  {
    name: 'another name in front of the bytes',
    bytes: file({ local: { name: 'y.txt' } }),
    refusal: 'has another name in front of its bytes',
  },
];

const kinds: readonly ArchiveAttack[] = [
  ...systems.map(([system, madeBy]) => ({
    name: `a symlink, made by ${system}`,
    bytes: file({ madeBy, mode: 0o120777, contents: '/etc/passwd' }),
    refusal: 'is a symlink',
  })),
  { name: 'a link of Windows', bytes: file({ madeBy: 10, mode: 0, attributes: 0x420 }), refusal: 'is a symlink' },
  ...[0o020666, 0o060666, 0o010666, 0o140666].map((mode) => ({
    name: `no file by its mode: ${mode.toString(8)}`,
    bytes: file({ mode }),
    refusal: 'is a device, a pipe or a socket, and no file',
  })),
  { name: 'the label of a disk', bytes: file({ attributes: 0x8 }), refusal: 'is a device, a pipe or a socket, and no file' },
  ...[0o104755, 0o102755, 0o101755].flatMap((mode) =>
    systems.map(([system, madeBy]) => ({
      name: `a mode with rights of the owner: ${mode.toString(8)}, made by ${system}`,
      bytes: file({ madeBy, mode }),
      refusal: 'has a mode with the bits setuid, setgid or sticky',
    })),
  ),
  ...[{ mode: 0o040755 }, { mode: 0, attributes: 0x10 }].map((change) => ({
    name: `a folder under the name of a file: ${JSON.stringify(change)}`,
    bytes: file(change),
    refusal: 'is a folder by its mode and a file by its name',
  })),
  {
    name: 'a file under the name of a folder',
    bytes: file({ name: 'x/', contents: '' }),
    refusal: 'is a folder by its name and a file by its mode',
  },
  { name: 'a folder with contents', bytes: file({ name: 'x/', mode: 0o040755 }), refusal: 'is a folder and has contents' },
];

const sizes = { crc: 0, packed: 0, size: 0 };

const headers: readonly ArchiveAttack[] = [
  ...[0x801, 0x2800].map((flags) => ({ name: `encrypted: flags ${flags}`, bytes: file({ flags }), refusal: 'is encrypted' })),
  { name: 'a method of few readers', bytes: file({ method: 12 }), refusal: 'is packed by an unknown method' },
  { name: 'strongly encrypted', bytes: file({ flags: 0x840 }), refusal: 'The archive cannot be read' },
  { name: 'a size that stands elsewhere (ZIP64)', bytes: file({ size: 0xffffffff }), refusal: 'has no size' },
  ...['packed', 'offset'].map((field) => ({
    name: `a place that stands elsewhere (ZIP64): ${field}`,
    bytes: file({ [field]: 0xffffffff }),
    refusal: 'The archive cannot be read',
  })),
  ...[{ flags: 0x802 }, { method: 0 }, { time: 1 }].map((local) => ({
    name: `headers that disagree: ${Object.keys(local).join()}`,
    bytes: file({ local }),
    refusal: 'has other flags, another method or another time in front of its bytes',
  })),
  ...[{ crc: 1 }, { packed: 1 }, { size: 1 }, sizes].map((local) => ({
    name: `headers that disagree: ${Object.entries(local).join(' ')}`,
    bytes: file({ local }),
    refusal: 'has another size or checksum in front of its bytes',
  })),
  {
    name: 'stored bytes whose end stands behind them',
    bytes: file({ method: 0, flags: 0x808, local: sizes }),
    refusal: 'has another size or checksum in front of its bytes',
  },
  {
    name: 'another checksum behind the bytes',
    bytes: file({ flags: 0x808, local: sizes, behind: sizesBehind('another text') }),
    refusal: 'has another size or checksum behind its bytes',
  },
];

const locator = Buffer.concat([Buffer.from([0x50, 0x4b, 6, 7]), Buffer.alloc(16)]);
const inner = zipOf([{ name: 'b', contents: text }]);
const holder: ZipPart = { name: 'a', method: 0, contents: inner };
const hidden: ZipPart = { name: 'hidden.js', contents: text, isListed: false };

/** An archive whose end says something else: 16-bit numbers by their offset in it. */
function withEnd(changes: Readonly<Record<number, number>>): Buffer {
  const changed = archive();
  for (const [offset, value] of Object.entries(changes)) changed.writeUInt16LE(value, changed.length - 22 + Number(offset));
  return changed;
}

const bytes: readonly ArchiveAttack[] = [
  { name: 'a comment that is not there', bytes: withEnd({ 20: 1 }), refusal: 'something stands behind its end' },
  { name: 'more files than are read', bytes: withEnd({ 8: 10_001, 10: 10_001 }), refusal: 'The archive holds more than 10000 files' },
  { name: 'contents that reach into the directory', bytes: file({ packed: deflateRawSync(text).length + 5 }), refusal: 'is cut off' },
  { name: 'a file that the directory lacks, behind the others', bytes: archive(hidden), refusal: isFound },
  { name: 'a file that the directory lacks, between others', bytes: zipOf([manifest, hidden, server]), refusal: isFound },
  { name: 'a file that the directory lacks, in front of all', bytes: zipOf([hidden, ...others]), refusal: isFound },
  { name: 'a program in front of the archive', bytes: zipOf([{ ...manifest, gap: Buffer.from('#!/bin/sh\n') }, server]), refusal: isFound },
  { name: 'bytes in front of the directory', bytes: zipOf(others, { gap: Buffer.from('PK') }), refusal: isFound },
  {
    name: 'bytes behind the end of packed contents',
    bytes: file({ bytes: Buffer.concat([deflateRawSync(text), Buffer.from('more')]) }),
    refusal: 'does not unpack to the size that it declares',
  },
  {
    name: 'contents larger than declared',
    bytes: file({ bytes: deflateRawSync('x'.repeat(1000)) }),
    refusal: 'does not unpack to the size that it declares',
  },
  { name: 'a wrong checksum', bytes: file({ crc: 1 }), refusal: 'is damaged: its checksum is wrong' },
  { name: 'four gigabytes', bytes: file({ size: 0xf0000000 }), refusal: 'The archive unpacks to 40' },
  {
    name: 'a file within the bytes of another',
    bytes: zipOf([...others, holder, { name: 'b', contents: text, offset: zipOf([...others, holder]).indexOf(inner) }]),
    refusal: 'shares bytes with',
  },
  {
    name: 'a signature behind the end',
    bytes: zipOf(others, { behind: Buffer.from('MCPB_SIG_V1') }),
    refusal: 'something stands behind its end',
  },
  { name: 'a second end', bytes: zipOf(others, { locator }), refusal: 'The archive has two ends (ZIP64)' },
  { name: 'bytes behind the directory', bytes: zipOf(others, { locator: Buffer.from('PK') }), refusal: 'is not where its end says' },
  { name: 'bytes in the directory', bytes: zipOf(others, { rows: Buffer.from('PK') }), refusal: 'is longer than its entries' },
  { name: 'one of several parts', bytes: zipOf(others, { disk: 1 }), refusal: 'The archive is one of several parts' },
];

export const archiveAttacks: readonly ArchiveAttack[] = [...names, ...kinds, ...headers, ...bytes];

/** An archive that is refused by another guard, or by none, counts as a success. */
export async function runArchiveAttacks(): Promise<AttackOutcome[]> {
  const outcomes: AttackOutcome[] = [];
  for (const attack of archiveAttacks) {
    const faults = await checkArchive(attack.bytes);
    const outcome = faults.length === 1 && faults[0]?.includes(attack.refusal) === true ? 'refused' : 'succeeded';
    outcomes.push({ name: `archive: ${attack.name}`, advisory: 'CWE-22, CWE-59, CWE-436', target: 'command line', outcome });
  }
  return outcomes;
}
