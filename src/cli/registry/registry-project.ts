import { analyse, loadAhead } from '../../compiler/index.ts';
import { hasErrors } from '../../compiler/diagnostics/index.ts';
import type { ServerModel } from '@service/sdk/model';
import type { Project } from '../../config/load-project.ts';
import { fieldAt } from '../../config/setting-value.ts';
import { CliError, usageError } from '../cli-error.ts';
import type { CommandCall } from '../command.ts';
import { compileRequest, openProject } from '../project/open-project.ts';
import { processNetwork, isSafeAddress, type Network } from './network.ts';
import { proofMethods, type ProofMethod } from './namespace-proof.ts';
import { RegistryClient } from './registry-client.ts';

/** The project's server as the sources declare it. @throws {CliError} with the findings when they have errors */
export async function readServer(call: CommandCall): Promise<{ readonly project: Project; readonly server: ServerModel }> {
  void loadAhead();
  const project = await openProject(call);
  const progress = call.output.progress('Reading');
  const request = compileRequest(project, project.deployments[0], { typeCheck: false, call });
  const { diagnostics, model, sources } = await analyse(request).finally(() => progress.done());
  if (model === undefined || hasErrors(diagnostics))
    throw new CliError({ diagnostics, sources, message: 'The sources have errors', exit: 'failure' });
  return { project, server: model.server };
}

/** The configuration of the folder; undefined outside of a project, where flags say everything. */
export async function readConfiguration(call: CommandCall): Promise<Project | undefined> {
  try {
    return await openProject(call);
  } catch (error) {
    if (error instanceof CliError && error.diagnostics.some(({ code }) => code === 'not-a-project')) return undefined;
    throw error;
  }
}

/** `--auth`, checked. */
export function proofMethod(call: CommandCall): ProofMethod {
  const given = call.flags.text('auth') ?? 'http';
  const method = proofMethods.find((one) => one === given);
  if (method === undefined) throw usageError('usage', `--auth must be one of ${proofMethods.join(', ')}`);
  return method;
}

/** The registry of `--registry`, of the config, or the public one. */
export function registryClient(call: CommandCall, project: Project | undefined, network: Network = processNetwork): RegistryClient {
  const url = call.flags.text('registry') ?? project?.config?.registry?.registryUrl ?? String(fieldAt('registry', 'registryUrl').standard);
  if (!isSafeAddress(url) || new URL(url).search !== '')
    throw usageError('usage', `The registry must be an https address, and is ${url}`, {
      hint: 'Set --registry, or registry.registryUrl of the config; http is for a registry on this machine only',
    });
  return new RegistryClient(url.replace(/\/+$/, ''), network, call.signal);
}
