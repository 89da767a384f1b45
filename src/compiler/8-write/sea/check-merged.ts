import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExecutableFailed } from '../failures.ts';
import { executablePlatform, executablePlatforms } from './executable-platform.ts';
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
  if (!executablePlatforms.some((one) => one === platform))
    return `is for '${platform}', which is no platform of executables (${executablePlatforms.join(', ')})`;
  const found = executablePlatform(contents);
  if (found !== platform)
    return found === undefined ? `is no program for ${platform}` : `is a program for ${found} and not for ${platform}`;
  const bytes = Buffer.from(contents.buffer, contents.byteOffset, contents.byteLength);
  if (!bytes.includes(`${nodeFuse}:1`)) return 'holds no application: it is a plain Node or another program';
  return bytes.includes(printVersionAnswer(version)) ? undefined : `holds a server of another version than ${version}`;
}
