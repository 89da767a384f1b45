/*
 * The phases in order, on one page. Only this file calls phases; no phase imports another.
 * `analyse` reads and checks, `build` also composes a bundle in memory, `writeOutput` is the only step that touches the output folder.
 * ts-morph, esbuild and ajv are loaded when a phase needs them: an unchanged build loads none.
 */
import { join, relative } from 'node:path';
import type { ProjectSettings } from './1-load/index.ts';
import type { AstView } from './3-resolve/index.ts';
import type { Evaluation, EvaluationRequest, Evaluator } from './4-evaluate/index.ts';
import type { OtherModel, SchemaInput } from './6-plan/index.ts';
import type { AnalysisResult, BuildOutput, BuildResult, BundlePlan, CompileCache, CompileRequest, StartProof } from './compile-types.ts';
import { findBuildRecord, findProjectFile, recordedNames, saveBuildRecord, writeFolder, writeOnce } from './8-write/index.ts';
import type { BuildRecord, WrittenOutput } from './8-write/index.ts';
import { compilerSources, findForeignSdk, findSdkCopy, type SdkCopy } from './bundler-plugin/sdk-copy.ts';
import { mayNameFiles } from './bundler-plugin/assets/may-name-files.ts';
import { diagnose, DiagnosticCollector, hasErrors, sortDiagnostics, type Diagnostic } from './diagnostics/index.ts';
import type { CompiledModel } from './model/compiled-model.ts';
import type { DecoratorCompiler } from './model/decorator-compiler.ts';
import { buildKey } from './build-key.ts';
import { checkExecutable, createExecutable, reported } from './executable.ts';
import { type EnvironmentSources, firstRead } from './model/environment-sources.ts';
import type { SourceEdit } from './model/source-edit.ts';
import type { Span } from './model/span.ts';
import { outputFiles } from './output-files.ts';
import type { PlatformFile, Target } from './target.ts';

export { ArtifactFailed, ExecutableFailed, WriteFailed, makeFolders, removeEmptyFolders } from './8-write/index.ts';
export type { BuildRecord, WrittenOutput } from './8-write/index.ts';
export { findOutsideImports } from './outside-imports.ts';
export { findOwners, registerPart } from './register.ts';
export type { FoundOwners, OwnerList, DeclaredOwner, Registered } from './register.ts';
export type { ProjectSettings } from './1-load/index.ts';
export type { AnalysisResult, BuildResult, BundlePlan, CompileCache, CompileRequest } from './compile-types.ts';

/** Keeps parsed files between compilations of one process: `service dev`, tests. */
export const createCompileCache = (): CompileCache => ({ parsed: new Map() });

/** What tsconfig.json does with files that are added; undefined where there is none. */
export async function readProjectSettings(root: string): Promise<ProjectSettings | undefined> {
  return (await import('./1-load/index.ts')).readProjectSettings(root);
}

/** Reads, resolves, evaluates and checks a project. Findings are values; nothing is written. */
export async function analyse(request: CompileRequest): Promise<AnalysisResult> {
  const { model, diagnostics, environment, sources } = await analyseProject(request);
  return { ...(model === undefined ? {} : { model }), ...(environment === undefined ? {} : { environment }), diagnostics, sources };
}

/** As {@link analyse}, then bundles for one target in memory. `output` is absent when there is an error. */
export async function build(request: CompileRequest, target: Target): Promise<BuildResult> {
  await checkExecutable(request, target);
  const {
    edits,
    inputs,
    placeOfOption = () => undefined,
    schemas,
    contextMembers,
    openLists = [],
    unsettled,
    others = [],
    warnings = [],
    settings,
    environmentOf,
    ...analysis
  } = await analyseProject(request, target);
  const { model, diagnostics } = analysis;
  if (model === undefined || hasErrors(diagnostics)) return analysis;
  const refused = [model, ...others.map((other) => other.model)].flatMap((one) => target.check?.(one) ?? []);
  if (hasErrors(refused)) return withFindings(analysis, refused);

  const [{ planBundle }, { bundle }] = await nextPhases();
  request.signal?.throwIfAborted();
  const plan = await planBundle(request, model, {
    target,
    edits,
    contextMembers,
    openLists,
    unsettled,
    others,
    warnings,
    placeOfOption,
    ...(schemas === undefined ? {} : { schemas }),
  });
  if ('diagnostics' in plan) return withFindings(analysis, [...refused, ...plan.diagnostics]);
  const bundled = await bundle({ ...plan, ...(await compileDecorated(plan.edits, settings)) }, request, findSdkCopy());
  request.signal?.throwIfAborted();
  if (bundled.code === undefined) return withFindings(analysis, [...refused, ...bundled.diagnostics]);

  const { code, report } = bundled;
  const executable = await createExecutable(request, target, code);
  const files = outputFiles({ ...bundled, code, model, report, target, endpoint: plan.settings, executable }, request);
  const read = environmentOf === undefined ? undefined : firstRead(environmentOf());
  const features = plan.features.map(({ name }) => name);
  const platformFile = target.platformFile?.({ name: request.name, features, readsEnvironment: read !== undefined });
  const missing = platformFile === undefined ? [] : await checkPlatformFile(request.root, platformFile, read);
  const output: BuildOutput = {
    target,
    entryPath: plan.settings.entryPath,
    ...(platformFile === undefined ? {} : { platformFile }),
    files,
    report: { ...report, ...reported(executable), inputs: [...new Set([...report.inputs, ...inputs])].sort() },
  };
  return { ...withFindings(analysis, [...refused, ...bundled.diagnostics, ...missing]), output };
}

/** The files with decorators as they go into a bundle, where their decorators need types. */
async function compileDecorated(
  edits: readonly SourceEdit[],
  { decorators, ...others }: TypeScriptSettings = {},
): Promise<Pick<BundlePlan, 'compiled' | 'pathAliases' | 'tsconfig'>> {
  if (decorators === undefined) return others;
  const { applyEditsTo, readSource } = await import('./bundler-plugin/index.ts');
  const texts = new Map<string, string>();
  for (const path of decorators.files) {
    // TypeScript itself lowers these decorators, so all of them stay.
    const own = edits.filter(({ file, kind }) => file === path && kind !== 'plain-decorator');
    texts.set(path, applyEditsTo(await readSource(path), own));
  }
  return { ...others, compiled: decorators.compile(texts) };
}

/** What the project's own file of the platform lacks. */
async function checkPlatformFile(root: string, { faults, names }: PlatformFile, read: ReturnType<typeof firstRead>): Promise<Findings> {
  const found = await findProjectFile(root, names);
  if (found === undefined) return [];
  const { name: file, text } = found;
  return faults(text).map(({ key, kind, start = 0, value }) => {
    const line = text.slice(0, start).split('\n').length;
    const column = start - text.lastIndexOf('\n', start - 1);
    const span: Span = { file, start, end: start + (text.startsWith(key, start) ? key.length : 0), line, column };
    if (kind === 'environment')
      return diagnose(
        'platform-environment-empty',
        { file, flags: value },
        { span, ...(read === undefined ? {} : { related: [{ message: `${read.name} is read here`, span: read.span }] }) },
      );
    return kind === 'flag'
      ? diagnose('platform-flag-missing', { file, flag: value }, { span })
      : diagnose('platform-date-old', { file, date: value }, { span });
  });
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
export const writeOutput = async (request: CompileRequest, result: BuildResult, folder: string): Promise<WrittenOutput> =>
  writeProved(request, result, { folder });

/** Where a build goes, and what starts it from the folder that is about to be swapped in. */
interface Destination {
  readonly folder: string;
  readonly prove?: (staged: string) => Promise<StartProof>;
}

/**
 * As {@link writeOutput}, once the artifact has been started.
 * @throws {WriteFailed | ArtifactFailed} the folder is as it was before
 */
export async function writeProved(
  request: CompileRequest,
  result: BuildResult,
  { folder, prove }: Destination,
): Promise<WrittenOutput & { readonly start?: StartProof }> {
  const { output, diagnostics } = result;
  if (output === undefined) throw new Error('A build with errors has no output to write');
  const ownNames = await recordedNames(request.root, folder);
  let start: StartProof | undefined;
  const files = await writeFolder(folder, output.files, {
    ownNames,
    ...(prove === undefined ? {} : { inspect: async (staged) => void (start = await prove(staged)) }),
    ...(request.signal === undefined ? {} : { signal: request.signal }),
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
    report: { ...output.report, ...(start === undefined ? {} : { start }) },
    diagnostics,
  };
  // The output is complete; a record that cannot be kept costs the next build its time and nothing else.
  await saveBuildRecord(request.root, record).catch(() => undefined);
  return { ...written, ...(start === undefined ? {} : { start }) };
}

async function writePlatformFile(root: string, { contents, names }: PlatformFile, bundle: string): Promise<void> {
  const [name] = names;
  if (name === undefined || (await findProjectFile(root, names)) !== undefined) return;
  await writeOnce(join(root, name), contents(relative(root, bundle).replaceAll('\\', '/')));
}

/**
 * As {@link writeOutput}, into a folder that only this process reads: replaced whole, but not awaited on the disk and not remembered.
 * @throws {WriteFailed}
 */
export async function writeScratch({ signal }: CompileRequest, { output }: BuildResult, folder: string): Promise<void> {
  if (output === undefined) throw new Error('A build with errors has no output to write');
  await writeFolder(folder, output.files, { ownNames: new Set(), scratch: true, ...(signal === undefined ? {} : { signal }) });
}

/** Phases 1 to 5, with what only a build needs beside the result. */
async function analyseProject(request: CompileRequest, target?: Target): Promise<Analysis> {
  const sdk = findSdkCopy();
  const foreign = findForeignSdk(request.root, sdk);
  if (foreign !== undefined)
    return {
      diagnostics: [diagnose('sdk-version', { found: foreign.version, expected: sdk.version })],
      sources: new Map(),
      edits: [],
      inputs: [],
    };

  const { startEvaluator } = await import('./4-evaluate/index.ts');
  // Even waiting for definitions, it loads packages of the project.
  const evaluator = request.evaluate === false ? undefined : startEvaluator(request.root, request.environment, request.build.variants);
  try {
    return await analyseWith({ evaluator, sdk }, request, target);
  } finally {
    evaluator?.stop();
  }
}

const nextPhases = () => Promise.all([import('./6-plan/index.ts'), import('./7-bundle/index.ts')]);

const analysisPhases = () =>
  Promise.all([import('./1-load/index.ts'), import('./2-read/index.ts'), import('./3-resolve/index.ts'), import('./5-check/index.ts')]);

/**
 * For a caller that will analyse, whatever else it finds: loads TypeScript in the time that the bundler's process takes to start, of which
 * reading the settings would be the first to wait. Never rejects; who analyses hears what is wrong.
 */
export async function loadAhead(): Promise<void> {
  try {
    (await import('./4-evaluate/index.ts')).startBundler();
    await analysisPhases();
  } catch {
    // Said by the same imports where they are needed.
  }
}

interface AnalysisTools {
  /** Absent where nothing of the project may be run. */
  readonly evaluator: Evaluator | undefined;
  readonly sdk: SdkCopy;
}

async function analyseWith({ evaluator, sdk }: AnalysisTools, request: CompileRequest, target?: Target): Promise<Analysis> {
  const [load, { readDeclarations }, resolve, { checkEnvironmentLists, checkModel }] = await analysisPhases();
  const { loaded, diagnostics: loadFindings } = load.loadProject(request, load.createSourceCache(request.cache?.parsed));
  const found = new DiagnosticCollector();
  found.add(...loadFindings);
  if (loaded === undefined) return { diagnostics: found.diagnostics, sources: new Map(), edits: [], inputs: [] };

  const files = loaded.ownFiles();
  const read = [...files.map((file) => file.fileName), ...loaded.settings];
  const known = { sources: loaded.sources(), edits: resolve.planSourceEdits(files), inputs: read };
  if (hasErrors(loadFindings)) return { ...known, diagnostics: found.diagnostics };
  const { declarations, environment: environmentOf, findings: sourceFindings, schemas: readSchemas } = readDeclarations(loaded);
  const { view, diagnostics: resolveFindings } = resolve.resolveModel(declarations);
  found.add(...resolveFindings);
  const settings = { tsconfig: loaded.tsconfig, pathAliases: loaded.pathAliases, decorators: load.createDecoratorCompiler(loaded) };
  const sources = target === undefined || request.keepSchemas === true || view === undefined ? undefined : readSchemas();
  const asked = sources === undefined ? {} : { schemas: sources };
  const unsettled = view === undefined ? undefined : resolve.unsettledBy(declarations, view);
  const evaluating =
    view === undefined
      ? undefined
      : evaluator?.evaluate({
          ...evaluationRequest(request, view, { sdk, files }),
          ...settings,
          spanOfOption: (label, path) => resolve.optionSpan(declarations, label, path),
          environmentOf,
          listed: () => resolve.listedDeclarations(declarations),
          isDynamic: unsettled !== undefined,
          ...asked,
        });
  const contextMembers = view === undefined ? undefined : resolve.contextMembersOf(declarations, view);
  // From then on another process loads the definitions: time for what keeps this one busy.
  const meanwhile = async () => {
    await evaluating?.handedOver;
    if (target !== undefined) nextPhases().catch(() => undefined);
    return request.typeCheck ? load.checkTypes(loaded, request.signal) : [];
  };
  const [types, evaluation] = await Promise.all([meanwhile(), evaluating?.ended]);
  request.signal?.throwIfAborted();
  found.add(...sourceFindings(types));
  if (view !== undefined && evaluator === undefined) found.add(...checkModel(view, target, request.audit));
  if (view === undefined || evaluation === undefined) return { ...known, diagnostics: found.diagnostics };
  const inputs = [...known.inputs, ...evaluation.inputs];
  if (evaluation.server === undefined) {
    found.add(...checkModel(view, target, request.audit));
    // What the sources already show to be wrong is most often also what evaluation stumbles over; broken rules of options are not.
    const sound = !hasErrors(found.diagnostics);
    found.add(...evaluation.diagnostics.filter(({ code }) => sound || code === 'invalid-option'));
    return { ...known, inputs, diagnostics: found.diagnostics };
  }
  const model = { ...resolve.completeModel(view, evaluation.server), ...decidedLater(evaluation) };
  const others = (evaluation.others ?? []).map(({ server, when }) => ({ model: resolve.completeModel(view, server), when }));
  const envTemplate = load.readEnvTemplate(request.root);
  found.add(...checkModel({ ...model, ...deployedAs(request), envTemplate }, target, request.audit));
  const schemas = sources === undefined ? {} : { schemas: { sources, evaluated: evaluation.sites ?? [], textOf: textsOf(files) } };
  const placeOfOption: Analysis['placeOfOption'] = (label, path) => resolve.optionSpan(declarations, label, path);
  const { environment = [], warnings = [] } = evaluation;
  found.add(...evaluation.diagnostics, ...(isRefusedAsOpen(found) ? [] : checkEnvironmentLists(model, others, environment)));
  const settling = { settings, contextMembers, openLists: view.openLists, unsettled, others, warnings, environment };
  const done = { ...known, environmentOf, inputs, model, ...schemas };
  return { ...done, placeOfOption, ...settling, diagnostics: found.diagnostics };
}

const decidedLater = ({ decidedAtStart }: Evaluation): Pick<CompiledModel, 'decidedAtStart'> =>
  decidedAtStart === undefined ? {} : { decidedAtStart };

/** An option that has to be written out: other entries are listed for that reason alone. */
const isRefusedAsOpen = ({ diagnostics }: DiagnosticCollector): boolean => diagnostics.some(({ code }) => code === 'option-not-static');

const deployedAs = ({ configHttpPath, variables }: CompileRequest) => ({
  configPath: variables['SERVICE_HTTP_ENTRY_PATH'] ?? configHttpPath,
  variables,
});

/** Text by absolute path. */
function textsOf(files: readonly { readonly fileName: string; readonly text: string }[]): SchemaInput['textOf'] {
  const texts = new Map(files.map(({ fileName, text }) => [fileName, text]));
  return (file) => texts.get(file) ?? '';
}

function evaluationRequest(
  request: CompileRequest,
  view: AstView,
  { files, sdk }: { readonly sdk: SdkCopy; readonly files: Parameters<typeof textsOf>[0] },
): Omit<EvaluationRequest, 'spanOfOption' | 'environmentOf' | 'listed' | 'isDynamic'> {
  return {
    root: request.root,
    entry: view.entry,
    ...(view.program === undefined ? {} : { program: view.program }),
    sdk,
    external: request.build.external ?? [],
    define: request.build.define ?? {},
    loader: request.build.loader ?? {},
    variants: request.build.variants,
    located: files.filter(({ text }) => mayNameFiles(text)).map(({ fileName }) => fileName),
    timeoutMs: request.evaluationTimeoutMs,
    spans: view.spans,
    ...(request.signal === undefined ? {} : { signal: request.signal }),
  };
}

type Findings = readonly Diagnostic[];
type Analysis = AnalysisResult & {
  readonly edits: readonly SourceEdit[];
  readonly inputs: readonly string[];
  readonly schemas?: SchemaInput;
  readonly placeOfOption?: (label: string, path: string) => Span | undefined;
  readonly contextMembers?: readonly string[] | undefined;
  readonly openLists?: readonly string[];
  readonly unsettled?: string | undefined;
  readonly others?: readonly OtherModel[];
  readonly warnings?: readonly string[];
  readonly settings?: TypeScriptSettings;
  readonly environmentOf?: () => EnvironmentSources;
};

/** What phase 1 knows of TypeScript's settings and a bundler does not. */
interface TypeScriptSettings extends Pick<BundlePlan, 'pathAliases' | 'tsconfig'> {
  readonly decorators?: DecoratorCompiler | undefined;
}

const withFindings = (analysis: AnalysisResult, more: Findings): AnalysisResult => ({
  ...analysis,
  diagnostics: sortDiagnostics([...analysis.diagnostics, ...more]),
});
