import type { Diagnostic } from './diagnostics/diagnostic.ts';
import type { CompiledModel } from './model/compiled-model.ts';
import type { OutputFile, Target } from './target.ts';

/** What a compilation needs to know; the CLI makes it from flags, variables and the config file. */
export interface CompileRequest {
  /** Absolute project folder. */
  readonly root: string;
  /** Absolute path of the entry module. */
  readonly entry: string;
  readonly name: string;
  readonly version: string;
  /** `transport.http.path` of the config file, when there is one. */
  readonly configHttpPath?: string;
  readonly configHttpPort?: number;
  /** `deployments[].server` of the chosen deployment as variables (`SERVICE_CSP_ENABLED`, …); an already set variable wins at run time. */
  readonly variables: Readonly<Record<string, string>>;
  readonly nodeVersion?: string;
  readonly build: { readonly external?: readonly string[]; readonly define?: Readonly<Record<string, string>>; readonly minify?: boolean; readonly bundler?: 'esbuild' | 'rollup' };
  /** Type-check the project (TypeScript's own diagnostics) too. */
  readonly typeCheck: boolean;
  /** Milliseconds that evaluating the definitions may take. */
  readonly evaluationTimeoutMs: number;
  /** Aborts the compilation (Ctrl-C); nothing is left half-written. */
  readonly signal?: AbortSignal;
}

export interface AnalysisResult {
  /** Absent when errors made it impossible. */
  readonly model?: CompiledModel;
  readonly diagnostics: readonly Diagnostic[];
  /** Source text by project-relative path, for code frames. */
  readonly sources: ReadonlyMap<string, string>;
}

export interface BuildOutput {
  readonly target: Target;
  readonly files: readonly OutputFile[];
  readonly report: BundleReport;
}

export interface BundleReport {
  readonly bytes: number;
  readonly gzipBytes: number;
  /** Absolute paths of every file the bundler read. */
  readonly inputs: readonly string[];
  /** Largest packages in the bundle, most bytes first. */
  readonly packages: readonly { readonly name: string; readonly bytes: number }[];
  /** Features of the plan and why each is in. */
  readonly features: readonly { readonly name: string; readonly because: string }[];
}

export interface BuildResult extends AnalysisResult {
  /** Absent when there is an error. */
  readonly output?: BuildOutput;
}
