import { posix } from 'node:path';
import type { BundleReport, CompileRequest } from './compile-types.ts';
import type { Target } from './target.ts';

/** A single executable of a build. */
export interface Executable {
  /** In the output, with `/`. */
  readonly path: string;
  /** `linux-x64`: what it runs on. */
  readonly platform: string;
  readonly contents: Uint8Array;
}

/** What the report says of it. */
export const reported = (executable: Executable | undefined): Pick<BundleReport, 'executable'> =>
  executable === undefined
    ? {}
    : { executable: { path: executable.path, platform: executable.platform, bytes: executable.contents.byteLength } };

type Asked = Pick<CompileRequest, 'executable'>;

const isAsked = ({ executable }: Asked, target: Target): target is Target & { executable: NonNullable<Target['executable']> } =>
  executable === true && target.executable !== undefined;

/**
 * Before anything is compiled: can this Node become an executable, where one is asked for?
 * @throws {ExecutableFailed}
 */
export async function checkExecutable(request: Asked, target: Target): Promise<void> {
  if (isAsked(request, target)) await (await import('./8-write/sea/index.ts')).checkNodeFuse();
}

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
  const bundle = posix.relative(posix.dirname(path), posix.join(target.archive?.bundleFolder ?? '', target.bundle.fileName(name)));
  const { makeExecutable } = await import('./8-write/sea/index.ts');
  return { path, platform, contents: await makeExecutable({ code, bundle, version }, signal) };
}
