import { copyFileSync, cpSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { editFile, makeProject } from '../support/cli/project-fixture.ts';
import { spawnCli } from '../support/cli/run-cli.ts';
import type { FolderAttack } from './folder-attack.ts';

/** Two projects whose packages, and so what builds keep beside them, are in one folder. */
interface Projects {
  readonly alpha: string;
  readonly beta: string;
  /** The records of past builds. */
  readonly cache: string;
}

async function withProjects(run: (projects: Projects) => Promise<boolean>): Promise<boolean> {
  const { project: alpha, root } = makeProject();
  const beta = join(root, 'beta');
  try {
    cpSync(alpha, beta, { recursive: true, filter: (path) => !path.endsWith('node_modules') });
    symlinkSync(join(alpha, 'node_modules'), join(beta, 'node_modules'));
    mark(alpha, 'of alpha');
    mark(beta, 'of beta');
    return await run({ alpha, beta, cache: join(alpha, 'node_modules/.cache/service') });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** What the bundle of a project says of itself, so that it is told from others. */
const mark = (project: string, text: string): void =>
  editFile(join(project, 'src/main.ts'), (source) => source.replace(/instructions: '[^']*'/, `instructions: 'Calculator ${text}.'`));

async function buildAll(...projects: readonly string[]): Promise<void> {
  for (const { code, stderr, stdout } of await Promise.all(projects.map((cwd) => spawnCli(['build', '--no-check'], { cwd }))))
    if (code !== 0) throw new Error(`a build failed: ${stdout}${stderr}`);
}

const bundleIn = (project: string): string => {
  const folder = join(project, 'dist/node');
  const [name = ''] = readdirSync(folder).filter((file) => file.endsWith('.bundle.js'));
  return readFileSync(join(folder, name), 'utf8');
};

const isOf = (project: string, text: string): boolean => {
  const bundle = bundleIn(project);
  return (
    bundle.includes(`Calculator ${text}.`) &&
    !['of alpha', 'of beta', 'changed'].some((one) => one !== text && bundle.includes(`Calculator ${one}.`))
  );
};

export const cacheFolderAttacks: readonly FolderAttack[] = [
  {
    name: 'cache folder: a build takes what its neighbour built, at once or from its record',
    advisory: 'CWE-345, CWE-494',
    succeeds: () =>
      withProjects(async ({ alpha, beta, cache }) => {
        await buildAll(alpha, beta);
        if (!isOf(alpha, 'of alpha') || !isOf(beta, 'of beta')) return true;
        // The neighbour's record where ours is looked for, after a change that only a build of ours puts into the bundle.
        const records = readdirSync(cache).filter((file) => file.startsWith('build-'));
        const ofAlpha = records.find((file) => readFileSync(join(cache, file), 'utf8').includes(`${alpha}/src/main.ts`));
        const ofBeta = records.find((file) => file !== ofAlpha);
        if (ofAlpha === undefined || ofBeta === undefined) throw new Error(`records: ${records.join()}`);
        copyFileSync(join(cache, ofAlpha), join(cache, ofBeta));
        mark(beta, 'changed');
        await buildAll(alpha, beta);
        return !isOf(alpha, 'of alpha') || !isOf(beta, 'changed');
      }),
  },
];
