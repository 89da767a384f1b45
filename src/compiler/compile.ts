/*
 * The phases in order, on one page: load, read, resolve, evaluate, check; plan, bundle; write. Each returns one record, which later ones
 * take. No phase imports another; which of them overlap in time is said in schedule.ts.
 */
import type { LoadedProject, SourceFile } from './1-load/index.ts';
import type { PlanInput } from './6-plan/index.ts';
import { findForeignSdk, findSdkCopy } from './bundler-plugin/sdk-copy.ts';
import type { AnalysisResult, BuildResult, CompileRequest, TypeScriptSettings } from './compile-types.ts';
import { compileDecorated } from './compile-decorated.ts';
import { composeOutput } from './compose-output.ts';
import { diagnose, hasErrors } from './diagnostics/index.ts';
import { evaluationRequest } from './evaluation-request.ts';
import { checkExecutable } from './executable.ts';
import { checkProject, withFindings, type Findings } from './findings.ts';
import type { EnvironmentSources } from './model/environment-sources.ts';
import { planInput } from './plan-input.ts';
import { bundlePhases, scheduleAnalysis } from './schedule.ts';
import type { Target } from './target.ts';

/** Reads, resolves, evaluates and checks a project. Findings are values; nothing is written. */
export async function analyse(request: CompileRequest): Promise<AnalysisResult> {
  return (await analyseProject(request, undefined)).result;
}

/** What phases 1 to 5 know. */
interface Analysis {
  readonly result: AnalysisResult;
  /** What a build goes on with; absent in an analysis alone, and where there is no model. */
  readonly compiled?: CompiledProject;
}

interface CompiledProject {
  readonly plan: Omit<PlanInput, 'target'>;
  readonly settings: TypeScriptSettings;
  /** Absolute paths of everything that was read. */
  readonly inputs: readonly string[];
  readonly environmentOf: () => EnvironmentSources;
}

/** Phases 1 to 5. */
async function analyseProject(request: CompileRequest, target: Target | undefined): Promise<Analysis> {
  const sdk = findSdkCopy();
  const foreign = findForeignSdk(request.root, sdk);
  if (foreign !== undefined) return unread([diagnose('sdk-version', { found: foreign.version, expected: sdk.version })]);
  return scheduleAnalysis(request, target !== undefined, async (phases) => {
    const { checks, completeProject, evaluate, load, readDeclarations, resolveProject } = phases;
    // 1 load
    const { diagnostics: loadFindings, loaded } = load.loadProject(request, load.createSourceCache(request.cache?.parsed));
    if (loaded === undefined || hasErrors(loadFindings)) return unread(loadFindings, loaded);
    const settings = { tsconfig: loaded.tsconfig, pathAliases: loaded.pathAliases, decorators: load.createDecoratorCompiler(loaded) };

    // 2 read
    const declared = readDeclarations(loaded);

    // 3 resolve
    const resolved = resolveProject(declared.declarations, loaded.ownFiles());
    const { spanOfOption, view } = resolved;

    // 4 evaluate; tables of schemas are for bundles.
    const schemas = target === undefined || request.keepSchemas === true || view === undefined ? undefined : declared.schemas();
    const known = { loaded, declared, resolved, settings, schemas };
    const skips = (file: SourceFile): boolean => request.skipTests === true && loaded.isTest(file) && !declared.reached.has(file);
    const typesOf = async () => (request.typeCheck ? load.checkTypes(loaded, { skips, signal: request.signal }) : []);
    const { evaluation, typeErrors } = await evaluate(evaluationRequest(request, known), typesOf);
    request.signal?.throwIfAborted();
    const completed = completeProject(view, evaluation);

    // 5 check
    const findings = [...loadFindings, ...resolved.diagnostics, ...declared.findings(typeErrors)];
    const envTemplate = load.readEnvTemplate(request.root);
    const diagnostics = checkProject({ checks, request, target }, { findings, view, spanOfOption, evaluation, envTemplate, ...completed });
    const seen = { diagnostics, sources: loaded.sources() };
    if (completed === undefined || evaluation === undefined) return { result: seen };
    const result = { ...seen, model: completed.model, environment: evaluation.environment ?? [] };
    if (target === undefined) return { result };
    return {
      result,
      compiled: {
        plan: planInput(known, { ...completed, evaluation }),
        settings,
        inputs: [...loaded.ownFiles().map(({ fileName }) => fileName), ...loaded.settings, ...evaluation.inputs],
        environmentOf: declared.environment,
      },
    };
  });
}

/** As {@link analyse}, then bundles for one target in memory. `output` is absent when there is an error. */
export async function build(request: CompileRequest, target: Target): Promise<BuildResult> {
  await checkExecutable(request, target);
  const { compiled, result } = await analyseProject(request, target);
  if (compiled === undefined || hasErrors(result.diagnostics)) return result;
  const models = [compiled.plan.model, ...compiled.plan.others.map(({ model }) => model)];
  const refused = models.flatMap((model) => target.check?.(model) ?? []);
  if (hasErrors(refused)) return withFindings(result, refused);

  // 6 plan
  const { bundle, planBundle } = await bundlePhases();
  request.signal?.throwIfAborted();
  const plan = await planBundle(request, { ...compiled.plan, target });
  if ('diagnostics' in plan) return withFindings(result, [...refused, ...plan.diagnostics]);

  // 7 bundle
  const bundled = await bundle({ ...plan, ...(await compileDecorated(plan.edits, compiled.settings)) }, request, findSdkCopy());
  request.signal?.throwIfAborted();
  if (bundled.code === undefined) return withFindings(result, [...refused, ...bundled.diagnostics]);

  // 8 write: `writeOutput` puts this output into its folder.
  const { findings, output } = await composeOutput(request, { ...compiled, plan, bundled });
  const found = withFindings(result, [...refused, ...bundled.diagnostics, ...findings]);
  return hasErrors(findings) ? found : { ...found, output };
}

/** A project that could not be read to its end. */
const unread = (diagnostics: Findings, loaded?: LoadedProject): Analysis => ({
  result: { diagnostics, sources: loaded?.sources() ?? new Map() },
});
