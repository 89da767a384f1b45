import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { contractOf, readContract } from '../../compiler/contract/index.ts';
import type { Contract } from '../../compiler/contract/index.ts';
import { analyse, makeFolders } from '../../compiler/index.ts';
import { loadProject } from '../../config/load-project.ts';
import type { Project } from '../../config/load-project.ts';
import { CliError } from '../cli-error.ts';
import type { CommandCall } from '../command.ts';
import { compileRequest } from '../project/open-project.ts';

interface At {
  readonly project: Project;
  readonly call: CommandCall;
}

/**
 * The contract of a commit: the snapshot that it holds, else that of its sources. Undefined when git knows no such commit.
 * @throws {CliError} when the sources of the commit have errors
 */
export async function contractAtCommit(name: string, at: At): Promise<Contract | undefined> {
  const git = gitIn(at);
  const commit = await git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]);
  if (commit === undefined) return undefined;
  const prefix = (await git(['rev-parse', '--show-prefix'])) ?? '';
  const snapshot = await git(['show', `${commit}:${prefix}contract.json`]);
  const read = snapshot === undefined ? undefined : readContract(snapshot);
  if (read !== undefined) return read;
  // Below the project, so that the sources of then find the packages of now.
  const folder = join(at.project.root, '.service', `contract-${randomBytes(6).toString('hex')}`);
  try {
    await makeFolders(folder);
    const index = { GIT_INDEX_FILE: join(folder, '.index') };
    await git(['read-tree', prefix === '' ? commit : `${commit}:${prefix.replace(/\/$/, '')}`], index);
    // `--work-tree` would be the project itself; a prefix writes elsewhere and touches no index of the person's.
    await git(['checkout-index', '--all', `--prefix=${folder}/`], index);
    return await contractOfSources(name, folder, at);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function contractOfSources(name: string, folder: string, { call }: At): Promise<Contract> {
  const project = await loadProject({ cwd: folder, env: {}, flags: {}, targets: [] });
  const [deployment] = project.deployments;
  if (deployment === undefined || project.root !== folder) throw unreadable(name, 'it holds no project here');
  const { model, diagnostics } = await analyse(compileRequest(project, deployment, { typeCheck: false, signal: call.signal }));
  if (model !== undefined) return contractOf(model.server);
  throw unreadable(name, diagnostics.find(({ severity }) => severity === 'error')?.message ?? 'no server could be read');
}

const unreadable = (name: string, why: string): CliError =>
  new CliError({
    code: 'contract-unreadable',
    message: `The sources of ${name} give no contract: ${why}`,
    hint: 'Commit a contract.json beside the config; it is taken instead of the sources',
    exit: 'failure',
  });

/** Output of a git command, or undefined when it fails. */
const gitIn =
  ({ project, call }: At) =>
  async (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string | undefined> => {
    const result = await execa('git', [...args], { cwd: project.root, env, reject: false, stdin: 'ignore', cancelSignal: call.signal });
    call.signal.throwIfAborted();
    return result.failed ? undefined : result.stdout;
  };
