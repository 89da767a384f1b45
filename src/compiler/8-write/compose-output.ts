import { join, posix, relative } from 'node:path';
import { skillIndexBinding, storeSites } from '@service/sdk/model';
import { findProjectFile } from './project-file.ts';
import type { BuildOutput, BundledServer, BundlePlan, CompileRequest, BundleReport } from '../compile-types.ts';
import { type Diagnostic, diagnose } from '../diagnostics/index.ts';
import { type EnvironmentSources, firstRead } from '../model/environment-sources.ts';
import type { CompiledModel } from '../model/compiled-model.ts';
import type { Span } from '../model/span.ts';
import { mapPath, outputFiles } from './output-files.ts';
import type { PlatformBinding, PlatformFile, Target } from '../target.ts';
import type { Executable } from '../model/packaging.ts';

/** A bundle in memory, and what its build has read. */
interface Bundled {
  readonly plan: BundlePlan;
  readonly bundled: BundledServer;
  readonly inputs: readonly string[];
  readonly environmentOf: () => EnvironmentSources;
}

/** All files that a build writes, and the settings missing from the project's own platform file. */
export async function composeOutput(
  request: CompileRequest,
  { bundled, environmentOf, inputs, plan }: Bundled,
): Promise<{ readonly output: BuildOutput; readonly findings: readonly Diagnostic[] }> {
  const { code, report } = bundled;
  const { model, target } = plan;
  const executable = await createExecutable(request, target, code);
  const files = await outputFiles({ ...bundled, model, target, endpoint: plan.settings, executable }, request);
  const names = [target.bundle.fileName(request.name), ...bundled.further.map(({ fileName }) => fileName)].map((one) =>
    mapPath(target, one),
  );
  const sourceMaps = files.flatMap(({ contents, path }) => (names.includes(path) ? [{ path, bytes: Buffer.byteLength(contents) }] : []));
  const read = firstRead(environmentOf());
  const features = plan.features.map(({ name }) => name);
  const platformFile = target.platformFile?.({
    name: request.name,
    request: request.platform,
    features,
    bindings: bindingsOf(model),
    readsEnvironment: read !== undefined,
    builtins: report.builtins,
  });
  return {
    output: {
      target,
      entryPath: plan.settings.entryPath,
      platformFile,
      files,
      widgets: bundled.widgets,
      report: { ...report, ...reported(executable, request), sourceMaps, inputs: [...new Set([...report.inputs, ...inputs])].sort() },
    },
    findings:
      platformFile === undefined
        ? []
        : await checkPlatformFile(request.root, platformFile, { read, builtins: report.builtins, main: mainOf(request, target) }),
  };
}

function bindingsOf({ server }: CompiledModel): readonly PlatformBinding[] {
  const bound = storeSites(server).flatMap(({ binding, className, kind: asked }) => {
    // The store of a worker where no variable names another.
    const kind = asked === 'auto' ? 'durable-object' : asked;
    return binding !== undefined && (kind === 'durable-object' || kind === 'worker-kv')
      ? [[`${kind} ${binding}`, { kind, name: binding, className, ...(asked === 'auto' && { instead: 'KV_REST_API_URL' }) }] as const]
      : [];
  });
  const taken = server.plugins.flatMap(({ bindings = [] }) =>
    bindings.map(({ kind, name }): [string, PlatformBinding] => [`${kind} ${name}`, { kind, name }]),
  );
  const index = skillIndexBinding(server.options);
  if (index !== undefined) taken.push([`worker-kv ${index}`, { kind: 'worker-kv', name: index }]);
  // Where one option asks for a binding by name, nothing is taken in its place.
  const all: readonly (readonly [string, PlatformBinding])[] = [...bound, ...taken];
  return [...new Map(all.toSorted(([, one], [, other]) => Number('instead' in other) - Number('instead' in one))).values()];
}

/** Path of the bundle from the project, where it is known yet. */
const mainOf = ({ folder, name, root }: CompileRequest, { bundle }: Target): string | undefined =>
  folder === undefined ? undefined : relative(root, join(folder, bundle.fileName(name))).replaceAll('\\', '/');

interface Bundle {
  readonly read: ReturnType<typeof firstRead>;
  readonly builtins: readonly string[];
  readonly main: string | undefined;
}

/** Reports settings missing from the project's own platform file, or from the one that will be written. */
async function checkPlatformFile(
  root: string,
  { contents, faults, names }: PlatformFile,
  { builtins, main, read }: Bundle,
): Promise<readonly Diagnostic[]> {
  const { name: file, text } = (await findProjectFile(root, names)) ?? { name: names[0] ?? '', text: contents(main ?? '') };
  return faults(file, text, main).map(({ fix = '', key, kind, start = 0, value }) => {
    const line = text.slice(0, start).split('\n').length;
    const column = start - text.lastIndexOf('\n', start - 1);
    const span: Span = { file, start, end: start + (text.startsWith(key, start) ? key.length : 0), line, column };
    if (kind === 'syntax') return diagnose('platform-file-invalid', { file, problem: value }, { span });
    if (kind === 'environment')
      return diagnose(
        'platform-environment-empty',
        { file, flags: value },
        { span, related: read && [{ message: `${read.name} is read here`, span: read.span }] },
      );
    if (kind === 'setting') return diagnose('platform-setting-wrong', { file, problem: value, fix }, { span });
    if (kind === 'builtins') return diagnose('platform-node-missing', { file, names: builtins }, { span });
    return kind === 'flag'
      ? diagnose('platform-flag-missing', { file, flag: value }, { span })
      : diagnose('platform-date-old', { file, date: value }, { span });
  });
}

/** The executable's part of the report. */
const reported = (
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
  await (await import('./sea/make-executable.ts')).checkNodeFuse();
}

/** Whether a build with this Node can make an executable. */
export const canMakeExecutable = async (): Promise<boolean> => (await import('./sea/make-executable.ts')).canBecomeExecutable();

/**
 * Undefined where none is asked for.
 * @throws {ExecutableFailed}
 */
async function createExecutable(request: CompileRequest, target: Target, code: string | Uint8Array): Promise<Executable | undefined> {
  if (!isAsked(request, target)) return undefined;
  const { name, signal, version } = request;
  const platform = `${process.platform}-${process.arch}`;
  const path = `${target.executable(name, platform)}${process.platform === 'win32' ? '.exe' : ''}`;
  const bundle = posix.relative(posix.dirname(path), posix.join(target.bundle.folder ?? '', target.bundle.fileName(name)));
  const { makeExecutable } = await import('./sea/make-executable.ts');
  return { path, platform, ...(await makeExecutable({ code, bundle, version }, signal)) };
}

/**
 * Looks at an executable of another machine before it goes into an archive.
 * @throws {ExecutableFailed}
 */
export async function checkMerged(one: Executable & { readonly name: string }, version: string): Promise<void> {
  await (await import('./sea/make-executable.ts')).checkMerged(one, version);
}
