/*
 * The phases in order, on one page. Only this file calls phases; no phase imports another.
 * `analyse` reads and checks, `build` also composes a bundle in memory, `writeOutput` is the only step that touches the output folder.
 */
import type { AnalysisResult, BuildOutput, BuildResult, CompileRequest } from './compile-types.ts';
import type { WrittenOutput } from './8-write/write.ts';
import type { Target } from './target.ts';

export type { AnalysisResult, BuildOutput, BuildResult, BundleReport, CompileRequest } from './compile-types.ts';

/** Reads, resolves, evaluates and checks a project. Findings are values; nothing is written. */
export async function analyse(request: CompileRequest): Promise<AnalysisResult> {
  throw new Error(`being written: ${request.entry}`);
}

/** As {@link analyse}, then bundles for one target in memory. `output` is absent when there is an error. */
export async function build(request: CompileRequest, target: Target): Promise<BuildResult> {
  throw new Error(`being written: ${request.entry} ${target.name}`);
}

/**
 * What a build of exactly these inputs wrote before, when the folder still holds it byte for byte; undefined when a build is needed.
 * Call before {@link build}; `folder` is the final folder (`<outDir>/<target>`).
 */
export async function findUnchanged(request: CompileRequest, target: Target, folder: string): Promise<WrittenOutput | undefined> {
  throw new Error(`being written: ${request.entry} ${target.name} ${folder}`);
}

/** Puts a build's files into `folder` (`<outDir>/<target>`) whole or not at all, and remembers the inputs for {@link findUnchanged}. Throws `WriteFailed`. */
export async function writeOutput(request: CompileRequest, output: BuildOutput, folder: string): Promise<WrittenOutput> {
  throw new Error(`being written: ${request.entry} ${output.target.name} ${folder}`);
}
