import { existsSync } from 'node:fs';
import { analyse, loadAhead } from '../../compiler/index.ts';
import type { Diagnostic } from '../../compiler/diagnostics/index.ts';
import type { Project } from '../../config/load-project.ts';
import type { CliCode } from '../cli-codes.ts';
import type { CommandCall } from '../command.ts';
import { compileRequest } from '../project/open-project.ts';
import type { ClientEntry, DefaultAddress } from './client-entry.ts';

/**
 * The default address of an entry follows the config alone. Warns where the server's own options put the endpoint elsewhere; sources that
 * cannot be read say nothing.
 */
export async function endpointFindings(entry: ClientEntry, project: Project, call: CommandCall): Promise<readonly Diagnostic[]> {
  const { client, defaultAddress } = entry;
  if (defaultAddress === undefined || !existsSync(project.entry.value)) return [];
  void loadAhead();
  const served = await servedAddress(project, call);
  if (served === undefined) return [];
  const wrong = (['port', 'path'] as const).filter((part) => normalise(served[part]) !== normalise(defaultAddress[part]));
  if (wrong.length === 0) return [];
  const code: CliCode = 'client-address-differs';
  const settings = wrong.map((part) => `transport.http.${part} to ${JSON.stringify(served[part])}`);
  return [
    {
      code,
      severity: 'warning',
      message: `The entry names ${printAddress(defaultAddress)}, and the server answers at ${printAddress(served)}`,
      hint: `Set ${settings.join(' and ')} in the config, or set clients.${client}.url`,
    },
  ];
}

async function servedAddress(project: Project, call: CommandCall): Promise<DefaultAddress | undefined> {
  const [deployment] = project.deployments;
  if (deployment === undefined) return undefined;
  const progress = call.output.progress('Reading');
  const request = compileRequest(project, deployment, { typeCheck: false, call });
  const { model } = await analyse(request).finally(() => progress.done());
  if (model === undefined) return undefined;
  const { http } = model.server.options;
  const { PORT, SERVICE_HTTP_ENTRY_PATH: path } = deployment.variables;
  const config = project.config?.transport?.http;
  return { port: http.port ?? Number(PORT ?? config?.port ?? 3000), path: http.entryPath ?? path ?? config?.path ?? '/' };
}

const normalise = (part: string | number): string => String(part).replaceAll(/^\/|\/$/g, '');

const printAddress = ({ path, port }: DefaultAddress): string => `port ${port}, path ${path === '' ? '/' : path}`;
