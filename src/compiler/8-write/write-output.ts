import { join, relative } from 'node:path';
import { isReallyWithin, isWithin, realPath } from '../../std/real-paths.ts';
import { WriteFailed } from './failures.ts';
import { buildKey, type BuildRecord, findBuildRecord, recordedNames, saveBuildRecord } from './build-record.ts';
import { findProjectFile, writeOnce } from './project-file.ts';
import { writeFolder, type WrittenOutput } from './write.ts';
import { compilerSources } from '../bundler-plugin/sdk-copy.ts';
import type { BuildResult, CompileRequest, StartProof } from '../compile-types.ts';
import type { PlatformFile, Target } from '../target.ts';

/**
 * The last build into `folder` (`<outDir>/<target>`), when neither its inputs nor its outputs have changed; undefined when a build is
 * needed. Call before {@link build}.
 */
export async function findUnchanged(request: CompileRequest, target: Target, folder: string): Promise<BuildRecord | undefined> {
  return findBuildRecord(request.root, folder, buildKey(request, target));
}

interface ProvedFolder {
  readonly folder: string;
  /** Starts the artifact from the staged folder, before that is swapped in. */
  readonly prove: (staged: string) => Promise<StartProof>;
}

/**
 * Puts a build's files into a folder (`<outDir>/<target>`), whole or not at all, and remembers the inputs for {@link findUnchanged}.
 * @throws {WriteFailed | ArtifactFailed} the folder is as it was before
 */
export async function writeOutput(
  request: CompileRequest,
  result: BuildResult,
  destination: string | ProvedFolder,
): Promise<WrittenOutput & { readonly start?: StartProof }> {
  const { folder, prove } = typeof destination === 'string' ? { folder: destination } : destination;
  const { output, diagnostics } = result;
  if (output === undefined) throw new Error('A build with errors has no output to write');
  refuseOutside(request.root, folder);
  const ownNames = new Set([...(await recordedNames(request.root, folder)), ...(output.target.foreignNames ?? [])]);
  let start: StartProof | undefined;
  const files = await writeFolder(folder, output.files, {
    ownNames,
    inspect: prove && (async (staged) => void (start = await prove(staged))),
    signal: request.signal,
  });
  const written: WrittenOutput = { folder, files, gzipBytes: output.report.gzipBytes };
  const { names = [] } = output.platformFile ?? {};
  if (output.platformFile !== undefined)
    await writePlatformFile(request.root, output.platformFile, join(folder, output.files[0]?.path ?? ''));
  const node = output.report.executable === undefined ? [] : [process.execPath];
  const inputs = [...output.report.inputs, ...compilerSources(), ...node, ...names.map((name) => join(request.root, name))];
  const record = {
    key: buildKey(request, output.target),
    inputs,
    written,
    report: { ...output.report, start },
    diagnostics,
  };
  // The output is complete; a record that cannot be kept costs the next build its time and nothing else.
  await saveBuildRecord(request.root, record).catch(() => undefined);
  return { ...written, start };
}

/**
 * An output folder that is written as one of the project must be in it: a repository can bring `dist` as a symlink to somebody's home.
 * @throws {WriteFailed}
 */
function refuseOutside(root: string, folder: string): void {
  if (!isWithin(root, folder) || isReallyWithin(root, folder)) return;
  throw new WriteFailed('outside', {
    path: folder,
    message: `${folder} is reached through a symlink to ${realPath(folder)}, which is outside of the project. Nothing was written.`,
    hint: 'Replace the symlink by a folder, or name the folder that it leads to with --out-dir.',
  });
}

async function writePlatformFile(root: string, { contents, names }: PlatformFile, bundle: string): Promise<void> {
  const [name] = names;
  if (name === undefined || (await findProjectFile(root, names)) !== undefined) return;
  await writeOnce(join(root, name), contents(relative(root, bundle).replaceAll('\\', '/')));
}

/**
 * Replaces a folder that only this process reads. Unlike {@link writeOutput} it does not sync the disk and keeps no record.
 * @throws {WriteFailed}
 */
export async function writeScratch({ root, signal }: CompileRequest, { output }: BuildResult, folder: string): Promise<void> {
  if (output === undefined) throw new Error('A build with errors has no output to write');
  refuseOutside(root, folder);
  await writeFolder(folder, output.files, { ownNames: new Set(), scratch: true, signal });
}
