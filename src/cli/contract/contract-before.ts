import { existsSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { readContract, whyNoContract } from '../../compiler/contract/index.ts';
import type { Contract } from '../../compiler/contract/index.ts';
import type { Project } from '../../config/load-project.ts';
import { isFile } from '../../config/special-files.ts';
import { CliError, usageError } from '../cli-error.ts';
import type { CommandCall } from '../command.ts';
import { readWhole } from '../read-whole.ts';
import { contractAtCommit } from './contract-at-commit.ts';

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
