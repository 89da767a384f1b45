import type { Project, ProjectDeployment } from '../../config/load-project.ts';
import { readEnvFile } from './env-file.ts';
import { join } from 'node:path';

/**
 * Variables that the definitions see while they are evaluated: those of the shell that `build.env` names, over `.env`, over `env` of the deployment, over `env.shared`.
 * Nothing else of the shell: its secrets are none of the build's business, and a bundle must not depend on who built it.
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
