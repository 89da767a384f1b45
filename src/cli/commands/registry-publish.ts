import { parseJsonObject } from '@service/sdk/model';
import { resolve } from 'node:path';
import type { Diagnostic } from '../../compiler/diagnostics/index.ts';
import { withoutByteOrderMark } from '../../compiler/diagnostics/diagnostic.ts';
import { CliError } from '../cli-error.ts';
import type { CommandCall, CommandOutcome } from '../command.ts';
import { readWhole } from '../read-whole.ts';
import { textOf } from '../registry/fields.ts';
import { checkPublished } from '../registry/listed-packages.ts';
import { buildListing, type Listing } from '../registry/listing.ts';
import { prepareLogin } from '../registry/log-in.ts';
import { processNetwork, type Network } from '../registry/network.ts';
import { localFindings, publish, validate } from '../registry/publish.ts';
import { proofMethod, readConfiguration, readServer, registryClient } from '../registry/registry-project.ts';
import type { Project } from '../../config/load-project.ts';

/**
 * `service registry publish`: lists one version of the server in the MCP registry. Everything that can be known here is checked before the
 * first request; `--dry-run` asks the registry only what it says of the listing.
 */
export async function runRegistryPublish(call: CommandCall, network: Network = processNetwork): Promise<CommandOutcome> {
  const isDryRun = call.flags.switch('dry-run');
  const { listing, origin, project } = await readListing(call);
  const method = proofMethod(call);
  const found = localFindings(listing, origin);
  if (found.length > 0)
    throw new CliError({ diagnostics: found, sources: new Map(), message: 'The registry would refuse the listing', exit: 'failure' });
  const login = isDryRun ? undefined : await prepareLogin(call, method, textOf(listing['name']));
  const client = registryClient(call, project, network);
  const progress = call.output.progress(isDryRun ? 'Validating' : 'Publishing');
  try {
    const warnings = [...unreachable(listing), ...(await validate(client, listing))];
    if (login === undefined) return { exit: 'ok', data: listing, diagnostics: warnings, text: JSON.stringify(listing, null, 2) };
    const asking = { network, signal: call.signal };
    await checkPublished(listing, asking);
    await publish({ client, login, asking }, listing);
    const [name, version] = [textOf(listing['name']), textOf(listing['version'])];
    const data = { name, version, status: 'active', registry: client.origin };
    return { exit: 'ok', data, diagnostics: warnings, text: `${name} ${version} is listed at ${client.origin}` };
  } finally {
    progress.done();
  }
}

interface ReadListing {
  readonly listing: Listing;
  /** Where it comes from, for messages. */
  readonly origin: string;
  readonly project: Project | undefined;
}

/** Of `--file` as it is, else of the project. */
async function readListing(call: CommandCall): Promise<ReadListing> {
  const file = call.flags.text('file');
  if (file === undefined) {
    const { project, server } = await readServer(call);
    return { listing: await buildListing({ project, server, url: call.flags.text('url') }), origin: 'listing', project };
  }
  const path = resolve(call.cwd, file);
  const text = await readWhole(path, { refuse: (why) => listingUnreadable(`${path} ${why}`) });
  const listing = parseJsonObject(withoutByteOrderMark(text.toString()));
  if (listing === undefined) throw listingUnreadable(`${path} holds no JSON object`);
  return { listing, origin: file, project: await readConfiguration(call) };
}

const listingUnreadable = (message: string, cause?: unknown): CliError =>
  new CliError({
    code: 'listing-invalid',
    message,
    hint: 'Name a server.json with --file, or leave --file out to list the project',
    exit: 'usage',
    cause,
  });

/** The registry accepts a listing without an address or a package, but no client could connect. */
function unreachable({ packages, remotes }: Listing): readonly Diagnostic[] {
  if (packages !== undefined || remotes !== undefined) return [];
  return [
    {
      code: 'listing-invalid',
      severity: 'warning',
      message: 'The listing names neither an address nor a package, so no client can connect',
      hint: 'Set --url or registry.url of the config, or registry.packages',
    },
  ];
}
