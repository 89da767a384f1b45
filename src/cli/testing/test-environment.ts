import type { Project } from '../../config/load-project.ts';
import { envFiles } from '../dev/dev-environment.ts';
import { readEnvFile } from '../project/env-file.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Variables of the specs and of the servers that they start: the shell's, over `.env.local`, over `.env`, over `env.test`, over
 * `env.shared` of the config.
 * @param readsFiles false for `--no-env`
 */
export function testEnvironment(project: Project, shell: Variables, readsFiles: boolean): Variables {
  const files: readonly Variables[] = readsFiles ? envFiles(project).map(readEnvFile) : [];
  return Object.assign({ NODE_ENV: 'test' }, project.env.shared, project.env.test, ...files, shell) as Variables;
}
