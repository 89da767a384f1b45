import { inParallel } from '../testing/section.ts';
import type { ProjectSource } from './projects/fixed-projects.ts';
import { runProject, type ProjectResult } from './run-project.ts';

export interface FidelityReport {
  readonly projects: number;
  /** Answers of builds that were compared with the uncompiled server's. */
  readonly calls: number;
  readonly differences: number;
  readonly refused: number;
  /** Each refused build with the codes of its findings. */
  readonly refusals: readonly string[];
}

export interface RunOptions {
  readonly seed: number;
  readonly onResult: (result: ProjectResult & { readonly seconds: number }) => void;
}

/** Runs projects, two at a time, and adds up. */
export async function runProjects(sources: readonly ProjectSource[], { onResult, seed }: RunOptions): Promise<FidelityReport> {
  const results = await inParallel(sources, 2, async ({ make, name }) => {
    const started = performance.now();
    const result = await runOne(name, make, seed);
    onResult({ ...result, seconds: (performance.now() - started) / 1000 });
    return result;
  });
  const sum = (count: (result: ProjectResult) => number): number => results.reduce((total, result) => total + count(result), 0);
  return {
    projects: results.length,
    calls: sum(({ calls }) => calls),
    differences: sum(({ differences }) => differences.length),
    refused: sum(({ refused }) => refused.length),
    refusals: results.flatMap(({ project, refused }) => refused.map(({ build, codes }) => `${project} ${build} ${codes.join()}`)),
  };
}

/** A project whose run fails is a difference: nothing may go missing. */
async function runOne(name: string, make: ProjectSource['make'], seed: number): Promise<ProjectResult> {
  const project = make();
  try {
    return await runProject(project, seed);
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const difference = {
      project: name,
      scenario: 'run',
      build: 'uncompiled',
      call: 'run',
      at: '',
      uncompiled: 'runs',
      built: text,
    } as const;
    return { project: name, calls: 0, differences: [difference], refused: [] };
  } finally {
    project.remove();
  }
}
