import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { envTemplateNames, type EnvTemplate } from '../model/environment-sources.ts';

/** The project's list of variables; values are not looked at. */
export function readEnvTemplate(root: string): EnvTemplate {
  const file = envTemplateNames.find((name) => existsSync(path.join(root, name)));
  if (file === undefined) return { file: envTemplateNames[0], variables: [] };
  const lines = readFileSync(path.join(root, file), 'utf8').split(/\r?\n/);
  // A line that is commented out tells of its variable too.
  return { file, variables: lines.flatMap((line) => /^\s*(?:#\s*)?(?:export\s+)?([A-Za-z_]\w*)\s*=/.exec(line)?.[1] ?? []) };
}
