/*
 * The phases in order, on one page: load, read, resolve, evaluate, check; plan, bundle; write. Each returns one record, which later ones
 * take. No phase imports another; which of them overlap in time is said in schedule.ts.
 */
import type { LoadedProject, SourceFile } from './1-load/index.ts';
import type { CompletedProject } from './3-resolve/index.ts';
import type { Evaluation } from './4-evaluate/index.ts';
import type { PlanInput } from './6-plan/index.ts';
import { checkExecutable, composeOutput } from './8-write/index.ts';
import { findForeignSdk, findForeignSdkOfPackages, findSdkCopy } from './bundler-plugin/sdk-copy.ts';
import type { AnalysisResult, BuildResult, CompileCache, CompileRequest, ProjectReadings } from './compile-types.ts';
import { type Diagnostic, diagnose, hasErrors, sortDiagnostics } from './diagnostics/index.ts';
import type { EnvironmentSources } from './model/environment-sources.ts';
import { evaluationRequest, type KnownSources, planInput } from './phase-inputs.ts';
import { type AnalysisSchedule, bundlePhases, scheduleAnalysis } from './schedule.ts';
import { inFormat, type Target } from './target.ts';

/** Keeps parsed files between compilations of one process: `service dev`, tests. */
export const createCompileCache = (): CompileCache => ({ parsed: new Map() });

/** Reads, resolves, evaluates and checks a project. Findings are values; nothing is written. */
export async function analyse(request: CompileRequest): Promise<AnalysisResult> {
  return (await analyseProject(request, undefined)).result;
}

/** Results of phases 1 to 5. */
interface Analysis {
  readonly result: AnalysisResult;
  /** Input of phases 6 to 8; absent in an analysis alone, and where there is no model. */
  readonly compiled?: CompiledProject;
}

interface CompiledProject {
  readonly plan: Omit<PlanInput, 'target'>;
  /** Absolute paths of everything that was read. */
  readonly inputs: readonly string[];
  readonly environmentOf: () => EnvironmentSources;
}

/** What phases 1 to 4 found, for every target. */
interface Reading extends Pick<AnalysisSchedule, 'checkProject' | 'load'> {
  readonly known: KnownSources;
  readonly evaluation: Evaluation | undefined;
  readonly completed: CompletedProject | undefined;
  readonly findings: readonly Diagnostic[];
}

/** For builds of one project for several targets, while none of its files changes: what is equal for them is done once. */
export const createReadings = (): ProjectReadings => ({ kept: new Map() });

/** What decides phases 1 to 4; the rest of a request is of its deployment. Undefined where documents are fetched, which each tells of. */
function readingKey({ build, documents, ...request }: CompileRequest, isBuild: boolean): string | undefined {
  if (documents !== undefined) return undefined;
  const { alwaysIsolated, entry, environment, evaluate, evaluationTimeoutMs, keepSchemas, root, skipTests, typeCheck } = request;
  const { define, external, loader, variants } = build;
  const options = { alwaysIsolated, evaluate, evaluationTimeoutMs, keepSchemas, skipTests, typeCheck };
  return JSON.stringify([root, entry, isBuild, environment, options, { define, external, loader, variants }]);
}

/** Phases 1 to 4, once for requests that differ only in what comes after them. */
function readProject(request: CompileRequest, isBuild: boolean): Promise<Reading | Analysis> {
  const key = request.readings && readingKey(request, isBuild);
  if (request.readings === undefined || key === undefined) return readAfresh(request, isBuild);
  const kept = request.readings.kept as Map<string, Promise<Reading | Analysis>>;
  const reading = kept.get(key) ?? readAfresh(request, isBuild);
  kept.set(key, reading);
  // What was aborted is no answer to the next.
  reading.catch(() => kept.delete(key));
  return reading;
}

async function readAfresh(request: CompileRequest, isBuild: boolean): Promise<Reading | Analysis> {
  const sdk = findSdkCopy();
  const foreign = findForeignSdk(request.root, sdk);
  if (foreign !== undefined) return unread([diagnose('sdk-version', { found: foreign.version, expected: sdk.version })]);
  return scheduleAnalysis(request, isBuild, async (phases) => {
    const { checkProject, completeProject, evaluate, load, readDeclarations, resolveProject } = phases;
    // 1 load
    const { diagnostics: loadFindings, loaded } = load.loadProject(
      { ...request, sdkFolder: sdk.runtime.folder },
      load.createSourceCache(request.cache),
    );
    if (loaded === undefined || hasErrors(loadFindings)) return unread(loadFindings, loaded);
    const brought = findForeignSdkOfPackages(
      loaded.program.getSourceFiles().map(({ fileName }) => fileName),
      sdk,
    );
    if (brought !== undefined)
      return unread([diagnose('sdk-version', { by: brought.by, found: brought.version, expected: sdk.version })], loaded);
    const typescript = { tsconfig: loaded.tsconfig, pathAliases: loaded.pathAliases, decorators: load.createDecoratorCompiler(loaded) };

    // 2 read
    const declared = readDeclarations(loaded);

    // 3 resolve
    const resolved = resolveProject(declared.declarations, loaded);
    const { view } = resolved;

    // 4 evaluate; tables of schemas are for bundles.
    const schemas = !isBuild || request.keepSchemas === true || view === undefined ? undefined : declared.schemas();
    const known = { loaded, declared, resolved, typescript, schemas };
    const skips = (file: SourceFile): boolean => request.skipTests === true && loaded.isTest(file) && !declared.reached.has(file);
    const typesOf = async () =>
      request.typeCheck ? [...(await load.checkTypes(loaded, { skips, signal: request.signal })), ...declared.lostResults()] : [];
    const { evaluation, typeErrors } = await evaluate(evaluationRequest(request, known), typesOf);
    request.signal?.throwIfAborted();
    const completed = completeProject(view, evaluation);
    const findings = [...loadFindings, ...resolved.diagnostics, ...declared.findings(typeErrors)];
    return { known, evaluation, completed, findings, checkProject, load };
  });
}

/** Phases 1 to 5. */
async function analyseProject(request: CompileRequest, target: Target | undefined): Promise<Analysis> {
  const reading = await readProject(request, target !== undefined);
  if ('result' in reading) return reading;
  const { checkProject, completed, evaluation, findings, known, load } = reading;
  const { declared, loaded, resolved } = known;

  // 5 check
  const { spanOfOption, view } = resolved;
  const envTemplate = load.readEnvTemplate(request.root);
  const diagnostics = checkProject(request, { findings, view, spanOfOption, completed, evaluation, envTemplate }, target);
  const awaiting = evaluation?.awaiting ?? [];
  const seen = {
    diagnostics,
    sources: loaded.sources(),
    evaluated: evaluation?.inputs ?? [],
    ...(awaiting.length === 0 ? {} : { awaiting }),
  };
  if (completed === undefined || evaluation === undefined) return { result: seen };
  const result = {
    ...seen,
    model: completed.model,
    environment: evaluation.environment ?? [],
    adapterLines: evaluation.prepared?.lines ?? [],
  };
  if (target === undefined) return { result };
  const inputs = [...loaded.ownFiles().map(({ fileName }) => fileName), ...loaded.settings, ...evaluation.inputs];
  return { result, compiled: { plan: planInput(known, completed, evaluation), inputs, environmentOf: declared.environment } };
}

/** Phases 1 to 7, and the files for phase 8 in memory. `output` is absent when there is an error. */
export async function build(request: CompileRequest, asked: Target): Promise<BuildResult> {
  const target = inFormat(asked, request);
  await checkExecutable(request, target);
  const { compiled, result } = await analyseProject(request, target);
  if (compiled === undefined || hasErrors(result.diagnostics)) return result;

  // 6 plan
  const { bundle, planBundle } = await bundlePhases();
  request.signal?.throwIfAborted();
  const plan = await planBundle(request, { ...compiled.plan, target });
  if ('diagnostics' in plan) return withFindings(result, plan.diagnostics);

  // 7 bundle
  const bundled = await bundle(plan, request);
  request.signal?.throwIfAborted();
  if (bundled.code === undefined) return withFindings(result, bundled.diagnostics);

  // 8 write: `writeOutput` puts this output into its folder.
  const { findings, output } = await composeOutput(request, { ...compiled, plan, bundled });
  const found = withFindings(result, [...bundled.diagnostics, ...findings]);
  return hasErrors(findings) ? found : { ...found, output };
}

const withFindings = (result: AnalysisResult, more: readonly Diagnostic[]): AnalysisResult => ({
  ...result,
  diagnostics: sortDiagnostics([...result.diagnostics, ...more.filter((one) => !isKnownWarning(one, result.diagnostics))]),
});

/** The bundler reads the sources once for the evaluation, where its lines are true, and once more for the bundle. */
const isKnownWarning = ({ code, message, span }: Diagnostic, known: readonly Diagnostic[]): boolean =>
  (code === 'bundler-warning' || code === 'import-dropped') &&
  known.some((one) => one.code === code && one.message === message && one.span?.file === span?.file);

/** A project with errors that keep phase 2 from starting. */
const unread = (diagnostics: readonly Diagnostic[], loaded?: LoadedProject): Analysis => ({
  result: { diagnostics, sources: loaded?.sources() ?? new Map() },
});
