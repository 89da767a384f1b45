import type { Answers } from '../answers.ts';

/** What a project has beside its template. */
export type Parts = Pick<Answers, 'targets' | 'redis' | 'docker' | 'cicd' | 'packageManager'> & {
  /** The deployment cli makes a script, because the Node that runs cannot make an executable. */
  readonly cliScript?: boolean;
};

/** One file of a new project. */
export interface PartFile {
  /** In the project, with `/`. */
  readonly path: string;
  readonly text: string;
}
