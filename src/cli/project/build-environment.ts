import type { Project, ProjectDeployment } from '../../config/load-project.ts';
import { readEnvFile } from './env-file.ts';
import { join } from 'node:path';

/**
 * Variables for the evaluation of definitions. Shell variables in `build.env` win over `.env`, that over `env` of the deployment, that over
 * `env.shared`. No other shell variable is passed: a build must not see secrets, and a bundle must not depend on its builder.
 */
export function buildEnvironment(
  project: Project,
  shell: Readonly<Record<string, string | undefined>>,
  deployment?: ProjectDeployment,
): Readonly<Record<string, string>> {
  const named = (project.build.env ?? []).map((name) => [name, shell[name]] as const);
  const all = { ...project.env.shared, ...deployment?.row?.env, ...readEnvFile(join(project.root, '.env')), ...withoutUnset(named) };
  return withoutUnset(Object.entries(all));
}

const withoutUnset = (pairs: readonly (readonly [string, string | undefined])[]): Record<string, string> =>
  Object.fromEntries(pairs.filter((pair): pair is readonly [string, string] => pair[1] !== undefined));
