import type { AnalysisResult, BuildResult, CompileRequest } from '../../../src/compiler/index.ts';
import type { PlatformFileInput } from '../../../src/compiler/target.ts';

/** Environment variable with the path of the socket on which the builder of a test run listens. */
export const socketVariable = 'TEST_BUILDER_SOCKET';

/** One line of JSON from a test process. */
export interface BuilderRequest {
  readonly request: Omit<CompileRequest, 'cache' | 'signal'>;
  /** The `--target` value of a build; absent for an analysis. */
  readonly target?: string;
}

/** One line of JSON back: the file with a {@link KeptResult}, what the build threw, or why its result cannot be kept: a fault of the builder. */
export type BuilderAnswer = { readonly file: string } | { readonly error: string } | { readonly unkept: string };

/** Of an output what holds no functions. */
export type KeptOutput = Omit<NonNullable<BuildResult['output']>, 'target' | 'platformFile'> & {
  /** Of what the target makes the platform's file. */
  readonly platformInput?: PlatformFileInput | undefined;
};

/** As `v8.serialize` writes it. */
export interface KeptResult {
  /** The folder in which it was built; its paths begin with it. */
  readonly root: string;
  readonly result: AnalysisResult & { readonly output?: KeptOutput };
}
