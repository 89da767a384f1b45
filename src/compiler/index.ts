/*
 * The phases in order, on one page. Only this file calls phases; no phase imports another.
 * `analyse` reads and checks, `build` also composes a bundle in memory, `writeOutput` is the only step that touches the output folder.
 * ts-morph, esbuild and ajv are loaded when a phase needs them: an unchanged build loads none.
 */
import type { AnalysisResult, BuildOutput, BuildResult, CompileRequest } from './compile-types.ts';
import { findBuildRecord, recordedNames, saveBuildRecord, sha256, writeFolder } from './8-write/index.ts';
import type { BuildRecord, WrittenOutput } from './8-write/index.ts';
import { findForeignSdk, findSdkCopy } from './bundling/sdk-copy.ts';
import { diagnose, hasErrors, sortDiagnostics, type Diagnostic } from './diagnostics/index.ts';
import type { Target } from './target.ts';

export { WriteFailed } from './8-write/index.ts';
export type { BuildRecord, WriteFailure, WrittenFile, WrittenOutput } from './8-write/index.ts';
export type { AnalysisResult, BuildOutput, BuildResult, BundleReport, CompileRequest } from './compile-types.ts';

/** Reads, resolves, evaluates and checks a project. Findings are values; nothing is written. */
export async function analyse(request: CompileRequest): Promise<AnalysisResult> {
  const { edits: _edits, inputs: _inputs, ...result } = await analyseProject(request);
  return result;
}

/** As {@link analyse}, then bundles for one target in memory. `output` is absent when there is an error. */
export async function build(request: CompileRequest, target: Target): Promise<BuildResult> {
  const { edits, inputs, ...analysis } = await analyseProject(request);
  const { model, diagnostics } = analysis;
  if (model === undefined || hasErrors(diagnostics)) return analysis;
  const refused = target.check?.(model) ?? [];
  if (hasErrors(refused)) return withFindings(analysis, refused);

  const [{ planBundle }, { bundle }] = await Promise.all([import('./6-plan/index.ts'), import('./7-bundle/index.ts')]);
  request.signal?.throwIfAborted();
  const plan = planBundle(request, model, { target, edits });
  const bundled = await bundle(plan, request, findSdkCopy());
  request.signal?.throwIfAborted();
  if ('diagnostics' in bundled) return withFindings(analysis, [...refused, ...bundled.diagnostics]);

  const { code, report } = bundled;
  const fileName = target.bundle.fileName(request.name);
  const files = target.files({
    model,
    name: request.name,
    version: request.version,
    entryPath: plan.settings.entryPath,
    defaultPort: plan.settings.port,
    bundle: { fileName, bytes: report.bytes, gzipBytes: report.gzipBytes, sha256: sha256(code) },
    nodeVersion: request.nodeVersion ?? '>=20.19',
  });
  const output: BuildOutput = {
    target,
    files: [{ path: fileName, contents: code }, ...files],
    report: { ...report, inputs: [...new Set([...report.inputs, ...inputs])].sort() },
  };
  return { ...withFindings(analysis, refused), output };
}

/**
 * The last build into `folder` (`<outDir>/<target>`), when neither its inputs nor its outputs have changed; undefined when a build is
 * needed. Call before {@link build}.
 */
export async function findUnchanged(request: CompileRequest, target: Target, folder: string): Promise<BuildRecord | undefined> {
  return findBuildRecord(request.root, folder, buildKey(request, target));
}

/**
 * Puts a build's files into `folder` (`<outDir>/<target>`), whole or not at all, and remembers the inputs for {@link findUnchanged}.
 * @throws {WriteFailed} the folder is as it was before
 */
export async function writeOutput(request: CompileRequest, result: BuildResult, folder: string): Promise<WrittenOutput> {
  const { output, diagnostics } = result;
  if (output === undefined) throw new Error('A build with errors has no output to write');
  const ownNames = await recordedNames(request.root, folder);
  const files = await writeFolder(folder, output.files, { ownNames, ...(request.signal === undefined ? {} : { signal: request.signal }) });
  const written: WrittenOutput = { folder, files, gzipBytes: output.report.gzipBytes };
  await saveBuildRecord(request.root, { key: buildKey(request, output.target), inputs: output.report.inputs, written, report: output.report, diagnostics });
  return written;
}

type Findings = readonly Diagnostic[];
type Analysis = AnalysisResult & { readonly edits: readonly SourceEdit[]; readonly inputs: readonly string[] };

const withFindings = (analysis: AnalysisResult, more: Findings): AnalysisResult => ({ ...analysis, diagnostics: sortDiagnostics([...analysis.diagnostics, ...more]) });

/** Whatever decides a build and is no file. */
function buildKey(request: CompileRequest, target: Target): string {
  const { root, entry, name, version, configHttpPath, configHttpPort, variables, nodeVersion, build: options, typeCheck } = request;
  const flags = { root, entry, name, version, configHttpPath, configHttpPort, variables, nodeVersion, options, typeCheck };
  return sha256(JSON.stringify([flags, target.name, findSdkCopy().version, process.version]));
}
