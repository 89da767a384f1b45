/* What phases 4 and 6 are given, put together from the results of the phases before them. */
import type { LoadedProject } from './1-load/index.ts';
import type { ReadResult } from './2-read/index.ts';
import type { CompletedProject, ResolvedProject } from './3-resolve/index.ts';
import type { Evaluation, EvaluationRequest } from './4-evaluate/index.ts';
import type { PlanInput } from './6-plan/index.ts';
import { mayNameFiles } from './bundler-plugin/assets/asset-patterns.ts';
import { findSdkCopy } from './bundler-plugin/sdk-copy.ts';
import type { CompileRequest, TypeScriptSettings } from './compile-types.ts';
import type { SchemaSources } from './model/schemas.ts';

/** Results of phases 1 to 3. */
export interface KnownSources {
  readonly loaded: LoadedProject;
  readonly declared: ReadResult;
  readonly resolved: ResolvedProject;
  readonly typescript: TypeScriptSettings;
  /** Schemas to make tables of; a check needs none. */
  readonly schemas: SchemaSources | undefined;
}

/** How much longer definitions may take that read documents. */
const withAdapters = 3;

/** Undefined where the sources show no server. */
export function evaluationRequest(request: CompileRequest, sources: KnownSources): EvaluationRequest | undefined {
  const { declared, loaded, resolved, schemas, typescript } = sources;
  const { view } = resolved;
  if (view === undefined) return undefined;
  const files = loaded.ownFiles();
  return {
    root: request.root,
    entry: view.entry,
    program: view.program,
    sdk: findSdkCopy(),
    external: request.build.external ?? [],
    define: request.build.define ?? {},
    loader: request.build.loader ?? {},
    variants: request.build.variants,
    edits: [...resolved.typescriptEdits, ...resolved.branchEdits],
    located: files.filter(({ text }) => mayNameFiles(text)).map(({ fileName }) => fileName),
    timeoutMs: request.evaluationTimeoutMs * (Object.keys(view.spans).some((id) => id.startsWith('adapter:')) ? withAdapters : 1),
    alwaysIsolated: request.alwaysIsolated,
    spans: view.spans,
    tsconfig: typescript.tsconfig,
    decorators: typescript.decorators,
    spanOfOption: resolved.spanOfOption,
    environmentOf: declared.environment,
    listed: resolved.listed,
    shown: resolved.shown,
    branches: view.branches,
    schemas,
    signal: request.signal,
  };
}

/** For every target: phase 6 adds its own. */
export function planInput(
  { loaded, resolved, schemas, typescript }: KnownSources,
  { model, others }: CompletedProject,
  { prepared, sites = [], warnings = [] }: Evaluation,
): Omit<PlanInput, 'target'> {
  const { contextMembers, dynamicOptions, openLists, spanOfOption } = resolved;
  const texts = new Map([...loaded.ownFiles(), ...loaded.packageFiles()].map(({ fileName, text }) => [fileName, text]));
  return {
    model,
    others,
    dynamicOptions,
    openLists,
    contextMembers: contextMembers([model, ...others.map((other) => other.model)].map(({ server }) => server)),
    edits: resolved.edits(),
    typescript,
    warnings,
    prepared: Object.fromEntries(prepared?.data ?? []),
    locationOfOption: spanOfOption,
    schemas: schemas && { sources: schemas, evaluated: sites, textOf: (file) => texts.get(file) ?? '' },
  };
}
