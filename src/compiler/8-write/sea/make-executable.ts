/*
 * Single executables: a copy of Node with the bundle inside, made as Node documents it (single executable applications). The blob is made by
 * the same Node that is copied: a blob of another version crashes.
 */
import { messageOf } from '@service/sdk/internal';
import { chmod, copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { ExecutableFailed } from '../failures.ts';
import type { Executable } from '../../model/packaging.ts';
import { stringLiteral } from '../../../escape/javascript.ts';
import { nodePlatforms } from '../../../std/node-platforms.ts';

const require = createRequire(import.meta.url);

/** The bytes of an executable for this platform, and whether NODE_OPTIONS puts code in front of its server. */
type Made = Pick<Executable, 'contents' | 'loadsNodeOptions'>;

/**
 * An executable for this platform, which has answered `--version`. Works in a temporary folder of its own.
 * @throws {ExecutableFailed}
 */
export async function makeExecutable(program: Program, signal?: AbortSignal): Promise<Made> {
  let folder: string | undefined;
  try {
    folder = await mkdtemp(join(tmpdir(), 'service-sea-'));
    const options = {
      cwd: folder,
      env: { NODE_OPTIONS: '' },
      stdin: 'ignore',
      cancelSignal: signal,
    } as const;
    const file = await makeIn(folder, program, (command, flags) => execa(command, flags, options));
    const { loadsNodeOptions } = await proveExecutable(file, program.version);
    return { contents: await readFile(file), ...(loadsNodeOptions ? { loadsNodeOptions } : {}) };
  } catch (error) {
    signal?.throwIfAborted();
    throw failureOf(error);
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}

type Run = (command: string, flags: readonly string[]) => Promise<unknown>;

async function makeIn(folder: string, program: Program, run: Run): Promise<string> {
  await writeSources(folder, program);
  await run(process.execPath, ['--experimental-sea-config', configName]);
  const file = join(folder, process.platform === 'win32' ? 'server.exe' : 'server');
  await copyFile(process.execPath, file);
  await chmod(file, 0o755);
  const isSigned = process.platform === 'darwin';
  // The signature of Node is broken by what follows, and macOS ends a process with a broken one.
  if (isSigned) await run('codesign', ['--remove-signature', file]);
  // In a process of its own, because it prints warnings about sections of Node on stderr.
  const injector = require.resolve('postject/dist/cli.js');
  const segment = ['--sentinel-fuse', nodeFuse, '--macho-segment-name', 'NODE_SEA'];
  await run(process.execPath, [injector, file, 'NODE_SEA_BLOB', blobName, ...segment]);
  // For this machine alone: an executable for others is signed with a certificate of its maker.
  if (isSigned) await run('codesign', ['--sign', '-', file]);
  return file;
}

const blobName = 'server.blob';
const configName = 'sea.json';

async function writeSources(folder: string, program: Program): Promise<void> {
  // Relative paths: the blob holds them, and equal sources give equal executables.
  const settings = {
    main: 'server.js',
    output: blobName,
    disableExperimentalSEAWarning: true,
    useSnapshot: false,
    useCodeCache: false,
    // NODE_OPTIONS could load other code before the server's. Node 20 does not know this field.
    execArgvExtension: 'none',
  };
  await writeFile(
    join(folder, settings.main),
    Buffer.concat([Buffer.from(strictHead(program)), Buffer.from(printStart(program)), Buffer.from(program.code)]),
  );
  await writeFile(join(folder, configName), JSON.stringify(settings));
}

function failureOf(error: unknown): ExecutableFailed {
  if (error instanceof ExecutableFailed) return error;
  const text = messageOf(error);
  return new ExecutableFailed('tool', {
    message: `No single executable could be made: ${text}`,
    hint: `Check that ${tmpdir()} (TMPDIR) has 500 MB and lets programs run, and on macOS that codesign is installed`,
    cause: error,
  });
}

/** What stands before the bundle would take its directive out of the first place. */
const strictHead = ({ code }: Program): string => {
  const directive = '"use strict";';
  return Buffer.from(code).subarray(0, directive.length).toString() === directive ? directive : '';
};

/** Text in a Node that can carry an application; injecting one changes the digit behind it from 0 to 1. */
export const nodeFuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** Whether this Node can become an executable; only making one proves it. */
export const canBecomeExecutable = async (node: string = process.execPath): Promise<boolean> =>
  (await readFile(node)).includes(`${nodeFuse}:0`);

/**
 * Many distributions link Node to a shared library, and then the program itself has no fuse.
 * @throws {ExecutableFailed}
 */
export async function checkNodeFuse(node: string = process.execPath): Promise<void> {
  if (await canBecomeExecutable(node)) return;
  throw new ExecutableFailed('no-fuse', {
    message: `${node} cannot become a single executable: it has no ${nodeFuse.slice(0, 13)}, as builds of Linux distributions often do not`,
    hint: 'Run the build with Node from nodejs.org, a version manager, or the npm package node',
  });
}

/** What becomes an executable. */
interface Program {
  /** The bundle, CommonJS. */
  readonly code: string | Uint8Array;
  /** Path of the bundle from the folder of the executable, with `/`. */
  readonly bundle: string;
  readonly version: string;
}

/** By which an executable of a version is known without a start. */
export const printVersionAnswer = (version: string): string => `process.stdout.write(${stringLiteral(`${version}\n`)})`;

/**
 * The first statements of an executable. `--version` is answered before code of the server runs, so that a build can prove an executable
 * without running it. Then everything is where the bundle has it: Node's own `require` of an executable loads nothing but its own modules,
 * and the files and native packages of a server lie beside the bundle.
 */
export function printStart({ bundle, version }: Pick<Program, 'bundle' | 'version'>): string {
  return (
    `if(process.argv[2]==='--version'){${printVersionAnswer(version)};return}` +
    `__filename=require('node:path').join(__dirname,${stringLiteral(bundle)});__dirname=require('node:path').dirname(__filename);` +
    `process.argv[1]=__filename;require=require('node:module').createRequire(__filename);\n`
  );
}

const injected = 'injected by NODE_OPTIONS';

/**
 * Starts an executable with `--version`, an empty PATH and a module in NODE_OPTIONS. Versions of Node ignore settings that they do not know:
 * only a start shows whether variables can put other code in front of the server's.
 * @throws {ExecutableFailed}
 */
export async function proveExecutable(file: string, version: string): Promise<{ readonly loadsNodeOptions: boolean }> {
  const probe = join(dirname(file), 'probe.cjs');
  await writeFile(probe, `process.stdout.write(${JSON.stringify(injected)});`);
  const { exitCode, signal, stderr, stdout } = await execa(file, ['--version'], {
    env: { PATH: '', NODE_OPTIONS: `--require ${JSON.stringify(probe)}` },
    stdin: 'ignore',
    timeout: 20_000,
    reject: false,
  });
  if (stdout === version) return { loadsNodeOptions: false };
  if (stdout === injected + version) return { loadsNodeOptions: true };
  const ended = exitCode === undefined ? (signal ?? 'no start') : `exit code ${exitCode}`;
  throw new ExecutableFailed('tool', {
    message: `The single executable did not answer --version with ${version} (${ended}): ${stderr.trim() || stdout || 'no output'}`,
    hint: 'Run the build with another version of Node; programs must be allowed to run in the temporary folder (TMPDIR)',
  });
}

interface MergedExecutable {
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
