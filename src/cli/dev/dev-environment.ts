import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import type { Project } from '../../config/load-project.ts';

/**
 * Variables of the served child: the shell's, over `.env.local`, over `.env`, over `env.dev`, over `env.shared` of the config;
 * then where it listens.
 */
export function devEnvironment(
  project: Project,
  shell: Readonly<Record<string, string | undefined>>,
  port: number,
): Readonly<Record<string, string | undefined>> {
  const fromConfig = { ...project.env.shared, ...project.env.dev };
  const files = { ...readEnvFile(join(project.root, '.env')), ...readEnvFile(join(project.root, '.env.local')) };
  return { ...fromConfig, ...files, ...shell, PORT: String(port) };
}

function readEnvFile(file: string): Readonly<Record<string, string | undefined>> {
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}
