/*
 * When the phases run, and nothing else; their order is in compile.ts. Evaluation has processes of its own: they start before the sources
 * are read, and while they load the definitions this process checks types and loads the next phases. ts-morph and esbuild are loaded when a
 * phase needs them: an unchanged build loads neither.
 */
import type { ProjectSettings } from './1-load/index.ts';
import type { Evaluation, EvaluationRequest } from './4-evaluate/index.ts';
import type { CompileRequest } from './compile-types.ts';
import type { Diagnostic } from './diagnostics/index.ts';

/** Phases 1 to 3, and 5. */
async function sourcePhases() {
  const [load, { readDeclarations }, { completeProject, resolveProject }, { checkProject }] = await Promise.all([
    import('./1-load/index.ts'),
    import('./2-read/index.ts'),
    import('./3-resolve/index.ts'),
    import('./5-check/index.ts'),
  ]);
  return { load, readDeclarations, resolveProject, completeProject, checkProject };
}

/** Phases 6 and 7. */
export async function bundlePhases() {
  const [{ planBundle }, { bundle }] = await Promise.all([import('./6-plan/index.ts'), import('./7-bundle/index.ts')]);
  return { planBundle, bundle };
}

export interface Evaluated {
  /** Absent where nothing of the project may be run, or there is no server to run. */
  readonly evaluation: Evaluation | undefined;
  readonly typeErrors: readonly Diagnostic[];
}

export interface AnalysisSchedule extends Awaited<ReturnType<typeof sourcePhases>> {
  /** Evaluates, and checks types meanwhile. */
  readonly evaluate: (request: EvaluationRequest | undefined, checkTypes: () => Promise<readonly Diagnostic[]>) => Promise<Evaluated>;
}

/** Runs phases 1 to 5, the processes of evaluation beside them. @param isBuild phases 6 and 7 come after */
export async function scheduleAnalysis<R>(
  request: CompileRequest,
  isBuild: boolean,
  run: (schedule: AnalysisSchedule) => Promise<R>,
): Promise<R> {
  const { startEvaluator } = await import('./4-evaluate/index.ts');
  // Even waiting for definitions, it loads packages of the project.
  const evaluator =
    request.evaluate === false
      ? undefined
      : startEvaluator(request.root, request.environment, {
          alwaysIsolated: request.alwaysIsolated,
          variants: request.build.variants,
          documents: request.documents,
          // Less than the definitions have in all, so that it is the adapter that is named.
          prepareMs: request.evaluationTimeoutMs * 2,
        });
  const evaluate: AnalysisSchedule['evaluate'] = async (asked, checkTypes) => {
    const running = asked === undefined ? undefined : evaluator?.evaluate(asked);
    // Until then the bundler asks this process for files. From then on another one loads the definitions.
    const checkedTypes = async (): Promise<readonly Diagnostic[]> => {
      await running?.handedOver;
      if (isBuild) bundlePhases().catch(() => undefined);
      return checkTypes();
    };
    const [typeErrors, evaluation] = await Promise.all([checkedTypes(), running?.ended]);
    return { evaluation, typeErrors };
  };
  try {
    return await run({ ...(await sourcePhases()), evaluate });
  } finally {
    evaluator?.stop();
  }
}

/**
 * For a caller that will analyse, whatever else it finds: loads TypeScript in the time that the bundler's process takes to start, of which
 * reading the settings would be the first to wait. Never rejects: the same imports fail again where they are needed.
 */
export async function loadAhead(): Promise<void> {
  try {
    (await import('./4-evaluate/index.ts')).startBundler();
    await sourcePhases();
  } catch {
    // Reported by the phase that needs them.
  }
}

/** TypeScript settings that matter to files which a command adds to a project; undefined where there is no tsconfig.json. */
export async function readProjectSettings(root: string): Promise<ProjectSettings | undefined> {
  return (await import('./1-load/index.ts')).readProjectSettings(root);
}

/** Modules that a bundle imports from outside; esbuild is loaded with the first question. */
export async function findOutsideImports(code: string): Promise<readonly string[]> {
  return (await import('./bundler-plugin/outside-imports.ts')).findOutsideImports(code);
}

/** One of our own programs, with what it needs of the SDK, as a module without dependencies; esbuild is loaded with the first. */
export async function bundleOwn(file: string, given: { readonly banner: string; readonly external: string[] }): Promise<string> {
  return (await import('./bundler-plugin/bundle-own.ts')).bundleOwn(file, given);
}
