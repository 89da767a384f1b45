import { existsSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { execa } from 'execa';
import { readContract, whyNoContract, type Contract } from '../../compiler/contract/index.ts';
import type { Project } from '../../config/load-project.ts';
import { isFile } from '../../config/special-files.ts';
import { CliError, usageError } from '../cli-error.ts';
import type { CommandCall } from '../command.ts';
import { readWhole } from '../read-whole.ts';

/** What the present sources are compared with. */
export interface ContractBefore {
  readonly contract: Contract;
  /** A path or a commit, for messages. */
  readonly from: string;
}

/** Name of the file in an output folder, and of a snapshot that is committed beside the config. */
const contractFile = 'contract.json';

/**
 * `--against`: a file, a folder with one, or a commit; without it the snapshot beside the config, else the last build's.
 * @throws {CliError}
 */
export async function contractBefore(project: Project, call: CommandCall): Promise<ContractBefore> {
  const asked = call.flags.text('against');
  if (asked === undefined) return lastContract(project, call);
  const path = resolve(call.cwd, asked);
  const file = existsSync(path) && statSync(path).isDirectory() ? join(path, contractFile) : path;
  if (isFile(file)) return { contract: await readFile(file), from: asked };
  const contract = await contractAtCommit(asked, { project, call });
  if (contract === undefined)
    throw usageError('contract-not-found', `--against names neither a file nor a commit: '${asked}'`, {
      hint: 'Name a contract.json, a commit, a branch or a tag',
    });
  return { contract, from: asked };
}

async function lastContract(project: Project, call: CommandCall): Promise<ContractBefore> {
  const places = [project.root, ...project.deployments.map(({ folder }) => folder)].map((folder) => join(folder, contractFile));
  const file = places.find(isFile);
  if (file === undefined)
    throw usageError('contract-not-found', 'There is no contract to compare with yet', {
      hint: 'Run `service build`, which writes one, or name a commit with --against',
    });
  return { contract: await readFile(file), from: relative(call.cwd, file) };
}

async function readFile(file: string): Promise<Contract> {
  const refuse = (why: string): CliError =>
    new CliError({
      code: 'contract-unreadable',
      message: `${file} ${why}`,
      hint: 'Name a contract.json that `service build` wrote',
      exit: 'usage',
    });
  const text = (await readWhole(file, { refuse })).toString();
  const contract = readContract(text);
  if (contract === undefined) throw refuse(whyNoContract(text));
  return contract;
}

interface At {
  readonly project: Project;
  readonly call: CommandCall;
}

/**
 * The contract.json that a commit holds: beside the config, else in an output folder. Its sources and its config are never run, because
 * their author may be a stranger. Undefined when git knows no such commit.
 * @throws {CliError} when the commit holds no contract
 */
async function contractAtCommit(name: string, at: At): Promise<Contract | undefined> {
  const git = gitIn(at);
  const commit = await git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]);
  if (commit === undefined) return undefined;
  const prefix = (await git(['rev-parse', '--show-prefix'])) ?? '';
  const { deployments, root } = at.project;
  const folders = ['', ...deployments.map(({ folder }) => `${relative(root, folder).replaceAll('\\', '/')}/`)];
  for (const folder of folders.filter((one) => !one.startsWith('../'))) {
    const snapshot = await git(['show', `${commit}:${prefix}${folder}contract.json`]);
    if (snapshot === undefined) continue;
    const read = readContract(snapshot);
    if (read !== undefined) return read;
    throw unreadable(`${folder}contract.json of ${name} ${whyNoContract(snapshot)}`);
  }
  // A partial clone has the commit, and asks its remote for the files.
  if ((await git(['config', '--get', 'extensions.partialClone'])) !== undefined)
    throw unreadable(`${name} holds no contract.json that this partial clone has, and nothing is fetched for it`);
  throw unreadable(`${name} holds no contract.json, and the sources of a commit are not run`);
}

const unreadable = (message: string): CliError =>
  new CliError({
    code: 'contract-unreadable',
    message,
    hint: 'Check that commit out, run `service build`, and compare with the contract.json of its output by --against <file>; from then on commit a copy of it beside the config',
    exit: 'failure',
  });

/** The configuration of a foreign clone can name any program for its remote, which git would start to fetch a file that is not here. */
const withoutRemotes = { GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' };

/** Output of a git command, or undefined when it fails. */
const gitIn =
  ({ project, call }: At) =>
  async (args: readonly string[]): Promise<string | undefined> => {
    const result = await execa('git', [...args], {
      cwd: project.root,
      env: { ...call.env, ...withoutRemotes },
      extendEnv: false,
      reject: false,
      stdin: 'ignore',
      cancelSignal: call.signal,
    });
    call.signal.throwIfAborted();
    return result.failed ? undefined : result.stdout;
  };
