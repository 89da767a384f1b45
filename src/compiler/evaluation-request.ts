import type { LoadedProject } from './1-load/index.ts';
import type { ReadResult } from './2-read/index.ts';
import type { ResolvedProject } from './3-resolve/index.ts';
import type { EvaluationRequest } from './4-evaluate/index.ts';
import { mayNameFiles } from './bundler-plugin/assets/may-name-files.ts';
import { findSdkCopy } from './bundler-plugin/sdk-copy.ts';
import type { CompileRequest, TypeScriptSettings } from './compile-types.ts';
import type { SchemaSources } from './model/schemas.ts';

interface KnownSources {
  readonly loaded: LoadedProject;
  readonly declared: ReadResult;
  readonly resolved: ResolvedProject;
  readonly settings: TypeScriptSettings;
  /** Schemas to make tables of; a check needs none. */
  readonly schemas: SchemaSources | undefined;
}

/** What phase 4 is asked; undefined where the sources show no server. */
export function evaluationRequest(request: CompileRequest, sources: KnownSources): EvaluationRequest | undefined {
  const { declared, loaded, resolved, schemas, settings } = sources;
  const { view } = resolved;
  if (view === undefined) return undefined;
  const files = loaded.ownFiles();
  return {
    root: request.root,
    entry: view.entry,
    ...(view.program === undefined ? {} : { program: view.program }),
    sdk: findSdkCopy(),
    external: request.build.external ?? [],
    define: request.build.define ?? {},
    loader: request.build.loader ?? {},
    variants: request.build.variants,
    located: files.filter(({ text }) => mayNameFiles(text)).map(({ fileName }) => fileName),
    timeoutMs: request.evaluationTimeoutMs,
    alwaysIsolated: request.alwaysIsolated,
    spans: view.spans,
    tsconfig: settings.tsconfig,
    decorators: settings.decorators,
    spanOfOption: resolved.spanOfOption,
    environmentOf: declared.environment,
    listed: resolved.listed,
    isDynamic: resolved.dynamicOptions !== undefined,
    ...(schemas === undefined ? {} : { schemas }),
    ...(request.signal === undefined ? {} : { signal: request.signal }),
  };
}
