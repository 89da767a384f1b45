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

interface PackageCommands {
  /** Installs exactly what the lock file names. */
  readonly install: string;
  readonly lockFile: string;
  /** In front of a script's name. */
  readonly run: string;
  /** The project's own command line, and never one of the same name from a registry. */
  readonly service: string;
}

const commandsByManager: Readonly<Record<Answers['packageManager'], PackageCommands>> = {
  npm: { install: 'npm ci', lockFile: 'package-lock.json', run: 'npm run', service: 'npx --no service' },
  yarn: { install: 'yarn install --frozen-lockfile', lockFile: 'yarn.lock', run: 'yarn', service: 'yarn service' },
  pnpm: { install: 'pnpm install --frozen-lockfile', lockFile: 'pnpm-lock.yaml', run: 'pnpm', service: 'pnpm exec service' },
};

export const commandsOf = (packageManager: Answers['packageManager']): PackageCommands => commandsByManager[packageManager];
