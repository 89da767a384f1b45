import type { ServerModel } from '@service/sdk/model';
import type { Project } from '../../config/load-project.ts';
import { CliError } from '../cli-error.ts';
import { checkListing } from '../registry/check-listing.ts';
import { buildListing, readManifest, registryName, type Listing } from '../registry/listing.ts';

/** What `service registry publish` would list, and what keeps it from that. */
export interface InspectedListing {
  /** Absent when it cannot be made. */
  readonly listing?: Listing;
  readonly problems: readonly string[];
}

/** The listing of a server that has a name in the registry. */
export async function inspectListing(server: ServerModel, project: Project): Promise<InspectedListing | undefined> {
  if (registryName(server, readManifest(project.root)) === undefined) return undefined;
  try {
    const listing = await buildListing({ project, server });
    return { listing, problems: checkListing(listing).map(({ path, problem }) => `${path} ${problem}`) };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { problems: [error.message] };
  }
}
