import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ArtifactFailed, type BuildResult, type CompileRequest } from '../../compiler/index.ts';
import { readArchive } from '../mcpb/read-archive.ts';
import { askModule } from './ask-module.ts';
import { askStdio } from './ask-stdio.ts';
import { isEnvironmentFailure } from './environment-failure.ts';
import { answerLimitMs, type StartAnswer, type Started } from './start-message.ts';

type Proof = NonNullable<NonNullable<BuildResult['output']>['report']['start']>;

/**
 * Starts the artifact in `staged` and waits for its first answer. A start that needs what this machine lacks (a store, variables) is
 * no fault of the artifact: it is reported as skipped.
 * @throws {ArtifactFailed} when it does not answer
 */
export async function proveStart(staged: string, request: CompileRequest, result: BuildResult): Promise<Proof> {
  const { output } = result;
  const platform = `${process.platform}-${process.arch}`;
  const check = output?.target.startCheck?.(request.name);
  if (output === undefined || check === undefined) return { skipped: 'only its platform can start it' };
  if (check.kind !== 'stdio' && output.report.assets.some(({ path }) => path.endsWith('.wasm')))
    return { skipped: 'only its platform loads WebAssembly modules' };
  if (check.kind === 'stdio' && startsLater(result)) return { skipped: 'its sources say when it starts, and as what' };
  const isNative = output.target.archive !== undefined && request.packaging?.nativePlatforms !== undefined;
  if (isNative && request.packaging?.nativePlatforms?.includes(platform) !== true)
    return { skipped: `none of its archives is for ${platform}` };
  const scratch = await mkdtemp(join(tmpdir(), 'service-start-'));
  try {
    const archives = output.files.filter(({ path }) => path.endsWith('.mcpb'));
    const archive = isNative ? archives.find(({ path }) => path.endsWith(`-${platform}.mcpb`)) : archives[0];
    const folder = archive === undefined ? join(staged, isNative ? platform : '') : join(scratch, 'unpacked');
    if (archive !== undefined) await unpack(join(staged, archive.path), folder, dirname(check.script));
    const started: Started = {
      folder,
      script: join(folder, check.script),
      scratch,
      entryPath: output.entryPath,
      environment: request.environment ?? {},
      signal: request.signal,
    };
    const answer = await (check.kind === 'stdio' ? askStdio(started) : askModule(started, check.kind));
    if (answer.kind === 'answered') return { milliseconds: Math.round(answer.milliseconds) };
    return skippedOrFailed(answer, request, result);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Whether the author's own code decides if and when the server answers; such a program is not run here. */
function startsLater({ model }: BuildResult): boolean {
  const { program, server, startCalls = [] } = model ?? {};
  if (startCalls.length === 0) return false;
  const isImmediate = startCalls.every(({ name }) => name === 'bootstrap' || name === 'runStdio');
  return !isImmediate || program !== undefined || server?.options.serve === false;
}

/** Only the server: executables have answered already. */
async function unpack(archive: string, folder: string, serverFolder: string): Promise<void> {
  for (const entry of await readArchive(await readFile(archive))) {
    if (!entry.path.startsWith(`${serverFolder}/`)) continue;
    const file = join(folder, entry.path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, entry.read(), { mode: entry.mode & 0o777 });
  }
}

function skippedOrFailed(answer: Exclude<StartAnswer, { kind: 'answered' }>, request: CompileRequest, result: BuildResult): Proof {
  const said = answer.kind === 'silent' ? `no answer within ${answerLimitMs / 1000} s` : answer.said;
  const unset = (result.environment ?? []).flatMap(({ isSet, name, span }) => (isSet || span === undefined ? [] : [name]));
  const conditions = { variables: request.environment ?? {}, sources: result.sources.values(), unset };
  if (answer.kind === 'ended' && isEnvironmentFailure(said, conditions)) return { skipped: said };
  throw new ArtifactFailed(
    `The ${result.output?.target.name ?? ''} build of ${request.name} was started and does not answer: ${said}. Nothing was written`,
    'Correct the start; or build with --no-prove, which does not start it',
  );
}
