import { fieldsOf, withoutUndefined } from '@service/sdk/internal';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listedInfo, parseJsonObject, type IconModel, type JsonObject, type ServerModel } from '@service/sdk/model';
import type { Project } from '../../config/load-project.ts';
import { CliError } from '../cli-error.ts';
import { type Fields } from './fields.ts';
import { listedPackages } from './listed-packages.ts';

/** A listing of the registry (`server.json`). */
export type Listing = JsonObject;

/** The schema that the registry validates against. */
const listingSchema = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

export interface ListingSource {
  readonly server: ServerModel;
  readonly project: Project;
  /** `--url`; in place of `registry.url` of the config. */
  readonly url?: string | undefined;
}

/** The package.json of a project; empty when there is none that can be read. */
export function readManifest(root: string): Fields {
  try {
    return parseJsonObject(readFileSync(join(root, 'package.json'), 'utf8')) ?? {};
  } catch {
    return {};
  }
}

/** Name of a server in the registry: of the decorator, else `mcpName` of package.json. */
export function registryName({ options }: ServerModel, manifest: Fields): string | undefined {
  const { name } = fieldsOf(options.rest['registry']);
  return filled(name) ?? filled(manifest['mcpName']);
}

/**
 * The listing of a project: its decorator, then package.json for what the decorator leaves out.
 * @throws {CliError} when it has no name, and when a package is not ready to be listed
 */
export async function buildListing({ project, server, url }: ListingSource): Promise<Listing> {
  const manifest = readManifest(project.root);
  const name = registryName(server, manifest);
  if (name === undefined)
    throw new CliError({
      code: 'listing-invalid',
      message: 'The server has no name in the registry',
      hint: "Set registry: { name: 'com.example/weather', description: '…' } of @Service; its namespace is your domain in reverse",
      exit: 'failure',
    });
  const registry = fieldsOf(server.options.rest['registry']);
  const version = server.info.version || (filled(manifest['version']) ?? '');
  const description = filled(registry['description']) ?? filled(manifest['description']);
  const repository = repositoryOf(registry['repository']) ?? manifestRepository(manifest['repository']);
  const address = url ?? project.config?.registry?.url;
  const packages = await listedPackages({ project, name, version, manifest });
  const { icons, title, websiteUrl } = listedInfo(server.info);
  return withoutUndefined<Listing>({
    $schema: listingSchema,
    name,
    title,
    description,
    version,
    websiteUrl,
    repository,
    icons: icons?.map(iconJson),
    packages: packages.length === 0 ? undefined : [...packages],
    remotes: address === undefined ? undefined : [{ type: 'streamable-http', url: endpointUrl(address, server, project) }],
  });
}

/** Where clients connect: an address without a path gets the path of the endpoint. */
function endpointUrl(address: string, { options }: ServerModel, { httpPath }: Project): string {
  const path = options.http.entryPath ?? httpPath?.value ?? '';
  if (!URL.canParse(address) || new URL(address).pathname !== '/' || address.includes('?')) return address;
  return `${address.replace(/\/$/, '')}/${path.replace(/^\/|\/$/g, '')}`.replace(/\/$/, '');
}

const iconJson = ({ sizes, ...icon }: IconModel): JsonObject => withoutUndefined({ ...icon, sizes: sizes && [...sizes] });

const filled = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value : undefined);

function repositoryOf(value: unknown): JsonObject | undefined {
  const { source, subfolder, url } = fieldsOf(value);
  if (typeof url !== 'string' || typeof source !== 'string') return undefined;
  return { url, source, ...(typeof subfolder === 'string' ? { subfolder } : {}) };
}

/** `repository` of package.json in any of its forms; undefined for a host that the registry does not know. */
function manifestRepository(value: unknown): JsonObject | undefined {
  const { directory, url } =
    typeof value === 'string' ? { directory: undefined, url: value } : { directory: undefined, url: undefined, ...fieldsOf(value) };
  if (typeof url !== 'string') return undefined;
  const short = /^(github|gitlab):([\w.-]+\/[\w.-]+)$/.exec(url) ?? /^()([\w.-]+\/[\w.-]+)$/.exec(url);
  const plain = short === null ? url : `https://${short[1] || 'github'}.com/${short[2] ?? ''}`;
  const [, host, path] = /^(?:git\+)?(?:https?|ssh|git):\/\/(?:git@)?(?:www\.)?(github|gitlab)\.com\/(.+?)(?:\.git)?\/?$/.exec(plain) ?? [];
  if (host === undefined || path === undefined) return undefined;
  const subfolder = filled(directory)?.replace(/^\.?\/|\/$/g, '');
  return { url: `https://${host}.com/${path}`, source: host, ...(subfolder ? { subfolder } : {}) };
}
