import { isRecord } from '../std/index.ts';
import { isJsonObject, type Json, type JsonObject } from './json.ts';
import type { IconModel, ServerInfo } from './server-model.ts';

/** The documents of a server for public registries, as far as options decide them; addresses are added where it serves. */
export interface RegistryDocuments {
  /** Absent without `registry.name`, and with `serverCard: false`. */
  readonly card?: ServerCard;
  /** Identifier of the server in its catalog; absent without a catalog. */
  readonly catalogId?: string;
  /** `registry.publicKey` as written. */
  readonly publicKey?: string;
  /** Variable that holds the key where the options hold none. */
  readonly publicKeyEnv: string;
}

/** A server card without its `remotes` (SEP-2127, schema v1). */
export interface ServerCard {
  readonly $schema: string;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly title?: string;
  readonly websiteUrl?: string;
  readonly repository?: JsonObject;
  readonly icons?: readonly IconModel[];
}

/** Media type of a server card (SEP-2127). */
export const serverCardType = 'application/mcp-server-card+json';

const cardSchema = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json';
const standardKeyVariable = 'MCP_REGISTRY_PUBLIC_KEY';
/** Limits of the registry's own schema, so that a card can be listed. */
const maxTitleLength = 100;
const maxIconLength = 255;

const isHttps = (url: string): boolean => /^https:\/\//i.test(url) && URL.canParse(url);

/** Members of `info` that both a card and a listing show: https only, and within the limits of the registry. */
export function listedInfo({ icons = [], title, websiteUrl }: ServerInfo): Pick<ServerCard, 'title' | 'websiteUrl' | 'icons'> {
  const listed = icons.filter(({ src }) => isHttps(src) && src.length <= maxIconLength);
  return {
    ...(title !== undefined && title.trim() !== '' && title.length <= maxTitleLength ? { title } : {}),
    ...(websiteUrl !== undefined && isHttps(websiteUrl) ? { websiteUrl } : {}),
    ...(listed.length > 0 ? { icons: listed } : {}),
  };
}

/** @param registry the option `registry`, checked before; undefined when the server has none */
export function describeRegistry(info: ServerInfo, registry: Json | undefined): RegistryDocuments | undefined {
  if (!isRecord(registry)) return undefined;
  const { aiCatalog, description, name, publicKey, publicKeyEnv, repository, serverCard }: JsonObject = { ...registry };
  const isListed = typeof name === 'string' && typeof description === 'string' && serverCard !== false;
  return {
    ...(isListed
      ? {
          card: {
            $schema: cardSchema,
            name,
            version: info.version,
            description,
            ...listedInfo(info),
            ...(isJsonObject(repository) ? { repository } : {}),
          },
        }
      : {}),
    ...(isListed && aiCatalog !== false ? { catalogId: catalogIdOf(name) } : {}),
    ...(typeof publicKey === 'string' ? { publicKey } : {}),
    publicKeyEnv: typeof publicKeyEnv === 'string' ? publicKeyEnv : standardKeyVariable,
  };
}

/** `com.example/weather` as `urn:air:example.com:mcp:weather`. */
function catalogIdOf(name: string): string {
  const [namespace = '', server = ''] = name.split('/');
  return `urn:air:${domainOf(namespace)}:mcp:${server}`;
}

/** The domain of a reverse-DNS namespace: `com.example.api` is `api.example.com`. */
export const domainOf = (namespace: string): string => namespace.toLowerCase().split('.').toReversed().join('.');
