import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodePlatforms } from '../../../std/node-platforms.ts';
import { ExecutableFailed } from '../failures.ts';
import { nodeFuse } from './node-fuse.ts';
import { printVersionAnswer } from './print-start.ts';
import { proveExecutable } from './prove-executable.ts';

export interface MergedExecutable {
  /** As messages name it. */
  readonly name: string;
  /** `linux-arm64`: what it is said to run on. */
  readonly platform: string;
  readonly contents: Uint8Array;
}

/**
 * Looks at an executable that another machine has made: its header, the application in it, the version that it answers; one for this
 * platform is started.
 * @throws {ExecutableFailed}
 */
export async function checkMerged(one: MergedExecutable, version: string): Promise<void> {
  const fault = faultOf(one, version);
  if (fault !== undefined)
    throw new ExecutableFailed('merged', {
      message: `${one.name} ${fault}`,
      hint: 'Merge what `service build --target mcpb --sea` of the same version has made on that platform',
    });
  if (one.platform !== `${process.platform}-${process.arch}`) return;
  const folder = await mkdtemp(join(tmpdir(), 'service-merged-'));
  try {
    const file = join(folder, process.platform === 'win32' ? 'server.exe' : 'server');
    await writeFile(file, one.contents, { mode: 0o755 });
    await proveExecutable(file, version);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function faultOf({ contents, platform }: MergedExecutable, version: string): string | undefined {
  if (!nodePlatforms.some((one) => one === platform))
    return `is for '${platform}', which is no platform of executables (${nodePlatforms.join(', ')})`;
  const found = executablePlatform(contents);
  if (found !== platform)
    return found === undefined ? `is no program for ${platform}` : `is a program for ${found} and not for ${platform}`;
  const bytes = Buffer.from(contents.buffer, contents.byteOffset, contents.byteLength);
  if (!bytes.includes(`${nodeFuse}:1`)) return 'holds no application: it is a plain Node or another program';
  return bytes.includes(printVersionAnswer(version)) ? undefined : `holds a server of another version than ${version}`;
}

const elfMachines: Readonly<Record<number, string>> = { 62: 'linux-x64', 183: 'linux-arm64' };
const machMachines: Readonly<Record<number, string>> = { 0x01000007: 'darwin-x64', 0x0100000c: 'darwin-arm64' };
const windowsMachines: Readonly<Record<number, string>> = { 0x8664: 'win32-x64', 0xaa64: 'win32-arm64' };

/** The platform of a program (ELF, Mach-O or PE with 64 bits) by its header; undefined for anything else. */
export function executablePlatform(given: Uint8Array): string | undefined {
  const bytes = Buffer.from(given.buffer, given.byteOffset, Math.min(given.byteLength, 4096));
  if (bytes.byteLength < 64) return undefined;
  if (bytes.readUInt32BE(0) === 0x7f454c46 && bytes[4] === 2) return elfMachines[bytes.readUInt16LE(18)];
  if (bytes.readUInt32LE(0) === 0xfeedfacf) return machMachines[bytes.readUInt32LE(4)];
  if (bytes.toString('latin1', 0, 2) !== 'MZ') return undefined;
  const header = bytes.readUInt32LE(0x3c);
  const isHeader = header <= bytes.byteLength - 6 && bytes.toString('latin1', header, header + 4) === 'PE\0\0';
  return isHeader ? windowsMachines[bytes.readUInt16LE(header + 4)] : undefined;
}
