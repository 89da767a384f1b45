/*
 * Single executables: a copy of Node with the bundle inside, made as Node documents it (single executable applications). The blob is made by
 * the same Node that is copied: a blob of another version crashes.
 */
import { messageOf } from '@service/sdk/internal';
import { chmod, copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { ExecutableFailed } from '../failures.ts';
import type { Executable } from '../../model/packaging.ts';
import { nodeFuse } from './node-fuse.ts';
import { printStart, type Program } from './print-start.ts';
import { proveExecutable } from './prove-executable.ts';

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
