import { usageError } from '../cli-error.ts';
import type { CommandCall, CommandOutcome } from '../command.ts';
import { prepareLogin } from '../registry/log-in.ts';
import { readManifest, registryName } from '../registry/listing.ts';
import { processNetwork, type Network } from '../registry/network.ts';
import { setStatus, type ListingStatus } from '../registry/publish.ts';
import { proofMethod, readConfiguration, readServer, registryClient } from '../registry/registry-project.ts';

const maxMessageLength = 500;
const statuses: readonly ListingStatus[] = ['active', 'deprecated', 'deleted'];

/** `service registry status`: marks one version, or all, as active, deprecated or deleted. */
export async function runRegistryStatus(call: CommandCall, network: Network = processNetwork): Promise<CommandOutcome> {
  const { message, status, version } = readChange(call);
  const given = call.flags.text('name');
  const { name, project } = given === undefined ? await readName(call) : { name: given, project: await readConfiguration(call) };
  if (name === undefined)
    throw usageError('listing-invalid', 'The server has no name in the registry', {
      hint: 'Name it with --name, or set registry.name of @Service',
    });
  const login = await prepareLogin(call, proofMethod(call), name);
  const client = registryClient(call, project, network);
  const progress = call.output.progress('Changing the status');
  try {
    const asking = { network, signal: call.signal };
    const changed = await setStatus({ client, login, asking }, { name, version, status, message });
    const of = version === undefined ? `${changed} version${changed === 1 ? '' : 's'} of ${name}` : `${name} ${version}`;
    const note = status === 'deleted' ? '; a deleted version can become active again, and is never published again' : '';
    return {
      exit: 'ok',
      data: { name, version: version ?? null, status, changed, registry: client.origin },
      text: `${of} ${version === undefined && changed !== 1 ? 'are' : 'is'} ${status}${note}`,
    };
  } finally {
    progress.done();
  }
}

async function readName(call: CommandCall) {
  const { project, server } = await readServer(call);
  return { name: registryName(server, readManifest(project.root)), project };
}

interface StatusChange {
  readonly status: ListingStatus;
  /** Undefined for all versions. */
  readonly version: string | undefined;
  readonly message: string | undefined;
}

/** @throws {CliError} exit 2 for flags that contradict each other */
function readChange({ arguments: [word], flags }: CommandCall): StatusChange {
  const status = statuses.find((one) => one === word);
  if (status === undefined) throw usageError('usage', `The status must be one of ${statuses.join(', ')}`);
  const version = flags.text('server-version');
  if ((version === undefined) !== flags.switch('all-versions'))
    throw usageError('usage', 'Give exactly one of --server-version and --all-versions');
  const message = flags.text('message');
  if (message !== undefined && status === 'active')
    throw usageError('usage', '--message goes with deprecated and deleted only', {
      hint: 'Leave it out: making a version active removes its message',
    });
  if (message !== undefined && (message === '' || message.length > maxMessageLength))
    throw usageError('usage', `--message must have 1 to ${maxMessageLength} characters, and has ${message.length}`);
  return { status, version, message };
}
