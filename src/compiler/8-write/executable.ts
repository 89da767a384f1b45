import { posix } from 'node:path';
import type { BundleReport, CompileRequest } from '../compile-types.ts';
import type { Executable } from '../model/packaging.ts';
import type { Target } from '../target.ts';

/** The executable's part of the report. */
export const reported = (
  executable: Executable | undefined,
  { merged = [] }: Pick<CompileRequest, 'merged'>,
): Pick<BundleReport, 'executable' | 'merged'> => ({
  executable: executable && sizeOf(executable),
  merged: merged.map(sizeOf),
});

const sizeOf = ({ contents, loadsNodeOptions, path, platform }: Executable) => ({
  path,
  platform,
  bytes: contents.byteLength,
  ...(loadsNodeOptions === true ? { loadsNodeOptions } : {}),
});

type Asked = Pick<CompileRequest, 'executable'>;

const isAsked = ({ executable }: Asked, target: Target): target is Target & { executable: NonNullable<Target['executable']> } =>
  executable === true && target.executable !== undefined;

/**
 * Before anything is compiled: can this Node become an executable, where one is asked for?
 * @throws {ExecutableFailed}
 */
export async function checkExecutable(request: Asked, target: Target): Promise<void> {
  if (!isAsked(request, target)) return;
  await (await import('./sea/index.ts')).checkNodeFuse();
}

/** Whether a build with this Node can make an executable. */
export const canMakeExecutable = async (): Promise<boolean> => (await import('./sea/index.ts')).canBecomeExecutable();

/**
 * Undefined where none is asked for.
 * @throws {ExecutableFailed}
 */
export async function createExecutable(
  request: CompileRequest,
  target: Target,
  code: string | Uint8Array,
): Promise<Executable | undefined> {
  if (!isAsked(request, target)) return undefined;
  const { name, signal, version } = request;
  const platform = `${process.platform}-${process.arch}`;
  const path = `${target.executable(name, platform)}${process.platform === 'win32' ? '.exe' : ''}`;
  const bundle = posix.relative(posix.dirname(path), posix.join(target.bundle.folder ?? '', target.bundle.fileName(name)));
  const { makeExecutable } = await import('./sea/index.ts');
  return { path, platform, ...(await makeExecutable({ code, bundle, version }, signal)) };
}

/**
 * Looks at an executable of another machine before it goes into an archive.
 * @throws {ExecutableFailed}
 */
export async function checkMerged(one: Executable & { readonly name: string }, version: string): Promise<void> {
  await (await import('./sea/index.ts')).checkMerged(one, version);
}
