import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { contractOf, readContract, whyNoContract, type Contract } from '../../compiler/contract/index.ts';
import { analyse } from '../../compiler/index.ts';
import { isFile } from '../../config/special-files.ts';
import { CliError, usageError } from '../cli-error.ts';
import { clientFiles, clientProgram, usableTools } from '../client/client-files.ts';
import type { CommandCall, CommandOutcome } from '../command.ts';
import { readWhole } from '../read-whole.ts';
import { compileRequest, openProject } from '../project/open-project.ts';
import { applyNamedChanges, changedFiles, printChangedFiles, type FileChange } from '../setup/file-change.ts';
import { printDiff } from '../setup/print-diff.ts';

/** `service generate client`: a typed client without dependencies, from the sources or from a contract.json. A second run does nothing. */
export async function runGenerateClient(call: CommandCall): Promise<CommandOutcome> {
  const { contract, unusable } = usableTools(await chosenContract(call));
  const folder = resolve(call.cwd, call.flags.text('out') ?? 'client');
  const changes: FileChange[] = [];
  for (const { name, text } of [await clientProgram(), ...clientFiles(contract)]) {
    const file = join(folder, name);
    const before = isFile(file) ? (await readWhole(file, { refuse: (why) => notReplaced(file, why) })).toString() : undefined;
    if (before !== text) changes.push({ path: relative(call.cwd, file).replaceAll('\\', '/'), before, after: text });
  }
  const dryRun = call.flags.switch('dry-run');
  call.signal.throwIfAborted();
  if (!dryRun) await applyNamedChanges(call.cwd, folder, changes);
  return {
    exit: 'ok',
    data: {
      folder,
      hash: contract.hash,
      tools: contract.tools.map(({ name }) => name),
      leftOut: unusable.map(({ name, reason }) => ({ name, reason })),
      dryRun,
      files: changedFiles(changes),
    },
    text: [
      ...unusable.map(({ name, reason }) => `left out  ${name}: ${reason}`),
      changes.length === 0
        ? 'Nothing to do: the client is that of the contract.'
        : dryRun
          ? changes.map(printDiff).join('\n\n')
          : `${printChangedFiles(changes)}\n\nimport { connect } from './${relative(call.cwd, folder).replaceAll('\\', '/')}/client.mjs';`,
    ].join('\n'),
  };
}

const notReplaced = (file: string, why: string): CliError =>
  usageError('project-not-writable', `${file} ${why}`, { hint: 'Remove it, or name another folder with --out' });

async function chosenContract(call: CommandCall): Promise<Contract> {
  const from = call.flags.text('from');
  if (from !== undefined) return contractInFile(resolve(call.cwd, from));
  const project = await openProject(call);
  const { model, diagnostics, sources } = await analyse(compileRequest(project, project.deployments[0], { typeCheck: false, call }));
  if (model !== undefined) return contractOf(model.server, model.decidedAtStart);
  throw new CliError({ diagnostics, sources, message: 'The sources have errors', exit: 'failure' });
}

async function contractInFile(file: string): Promise<Contract> {
  if (!isFile(file))
    throw usageError('contract-not-found', `${file} ${existsSync(file) ? 'is no file' : 'does not exist'}`, {
      hint: 'Name a contract.json that `service build` wrote',
    });
  const unreadable = (why: string): CliError =>
    usageError('contract-unreadable', `${file} ${why}`, { hint: 'Name a contract.json that `service build` wrote' });
  const text = (await readWhole(file, { refuse: unreadable })).toString();
  const contract = readContract(text);
  if (contract === undefined) throw unreadable(whyNoContract(text));
  return contract;
}
