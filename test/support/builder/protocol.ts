import type { AnalysisResult, BuildResult, CompileRequest } from '../../../src/compiler/index.ts';

/** Environment variable with the path of the socket on which the builder of a test run listens. */
export const socketVariable = 'TEST_BUILDER_SOCKET';

/** One line of JSON from a test process. */
export interface BuilderRequest {
  readonly request: Omit<CompileRequest, 'cache' | 'signal'>;
  /** The `--target` value of a build; absent for an analysis. */
  readonly target?: string;
}

/** One line of JSON back: the file with a {@link KeptResult}, or why there is none. */
export type BuilderAnswer = { readonly file: string } | { readonly error: string };

/** As `v8.serialize` writes it. */
export interface KeptResult {
  /** The folder in which it was built; its paths begin with it. */
  readonly root: string;
  readonly result: AnalysisResult & { readonly output?: Omit<NonNullable<BuildResult['output']>, 'target'> };
}
