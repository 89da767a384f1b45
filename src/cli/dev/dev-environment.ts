import { join } from 'node:path';
import type { Project } from '../../config/load-project.ts';
import { readEnvFile } from '../project/env-file.ts';

/**
 * Variables of the served child: the shell's, over `.env.local`, over `.env`, over `env.dev`, over `env.shared` of the config;
 * then where it listens. Without a word about NODE_ENV it is development, so that failures are told in full.
 */
export function devEnvironment(
  project: Project,
  shell: Readonly<Record<string, string | undefined>>,
  port: number,
): Readonly<Record<string, string | undefined>> {
  const fromConfig = { ...project.env.shared, ...project.env.dev };
  const files = Object.assign({}, ...envFiles(project).map(readEnvFile)) as Readonly<Record<string, string | undefined>>;
  return { NODE_ENV: 'development', ...fromConfig, ...files, ...shell, PORT: String(port) };
}

/** In the order in which they are read; a later one wins. */
export const envFiles = (project: Project): readonly string[] => ['.env', '.env.local'].map((name) => join(project.root, name));
