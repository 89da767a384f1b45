import { closestName } from '@service/sdk/internal';
import type { JsonObject } from '@service/sdk/model';
import type { ServiceConfig } from '../../config/index.ts';
import { fieldAt } from '../../config/setting-value.ts';
import { usageError } from '../cli-error.ts';

type Clients = NonNullable<ServiceConfig['clients']>;
type ClientSettings = NonNullable<Clients[keyof Clients]>;
export type EntryTransport = NonNullable<ClientSettings['transport']>;

/** The connection details that a client needs. */
export interface ClientEntry {
  /** The entry of the config that was taken: for `claude`, maybe that of `claude-desktop`. */
  readonly client: string;
  /** Name of the server in the client. */
  readonly key: string;
  readonly transport: EntryTransport;
  readonly value: JsonObject;
  /** Set where the config decides the address, not an url of the client's own. */
  readonly defaultAddress?: DefaultAddress;
}

export interface DefaultAddress {
  readonly port: number;
  readonly path: string;
}

/** Input for the entries: the config, and the name, which a variable may override. */
export interface EntrySource {
  readonly config: ServiceConfig | undefined;
  readonly name: string;
}

/** `claude` is one of the two Claude clients, unless it has an entry of its own. */
const clientsRule = fieldAt('clients').rule;
export const clientNames: readonly string[] = clientsRule.kind === 'map' ? (clientsRule.keys ?? []) : [];

/** `claude` without an entry of its own. */
const claudeClients = ['claude-desktop', 'claude-code'] as const;

/**
 * The entry for one client.
 * @throws {CliError} when the config has no entry for it
 */
export function clientEntry(client: string, source: EntrySource): ClientEntry {
  const clients = new Map(Object.entries<ClientSettings | undefined>(source.config?.clients ?? {}));
  const names = client === 'claude' ? ['claude', ...claudeClients] : [client];
  for (const name of names) {
    const settings = clients.get(name);
    if (settings !== undefined) return entryOf(name, settings, source);
  }
  throw usageError('client-missing', `service.config has no clients.${client} entry`, {
    hint: clientNames.includes(client)
      ? `Add clients: { '${client}': {} } to the config; an empty entry takes all defaults`
      : `The config takes entries for ${clientNames.join(', ')}; other clients read what one of these prints`,
    suggestion: closestName(client, [...clients.keys()]),
  });
}

/** All entries of the config, in its order. */
export const clientEntries = (source: EntrySource): readonly ClientEntry[] =>
  Object.entries<ClientSettings | undefined>(source.config?.clients ?? {}).flatMap(([name, settings]) =>
    settings === undefined ? [] : [entryOf(name, settings, source)],
  );

function entryOf(client: string, settings: ClientSettings, source: EntrySource): ClientEntry {
  const transport = transportOf(settings, source.config);
  const facts = { client, key: settings.name ?? source.name, transport };
  if (transport === 'stdio') return { ...facts, value: stdioEntry(settings, source) };
  if (settings.url !== undefined) return { ...facts, value: { url: settings.url, transport } };
  return { ...facts, value: { url: defaultUrl(transport, source.config), transport }, defaultAddress: defaultAddress(source.config) };
}

function transportOf({ args, command, transport, url }: ClientSettings, config: ServiceConfig | undefined): EntryTransport {
  if (transport !== undefined) return transport;
  if (command !== undefined || args !== undefined) return 'stdio';
  return url === undefined ? (config?.transport?.default ?? 'http') : 'http';
}

function stdioEntry({ args, command, env }: ClientSettings, { config, name }: EntrySource): JsonObject {
  const standard = config?.transport?.stdio ?? {};
  const isDefault = command === undefined && args === undefined;
  return {
    command: command ?? standard.command ?? 'npx',
    args: [...(args ?? (isDefault ? (standard.args ?? (standard.command === undefined ? ['-y', name] : [])) : []))],
    env: { ...config?.env?.shared, ...config?.env?.ship, ...env },
  };
}

/** Variables of this shell decide nothing in a file that stays. */
function defaultAddress(config: ServiceConfig | undefined): DefaultAddress {
  const { path = '/mcp', port = 3000 } = config?.transport?.http ?? {};
  return { path, port };
}

function defaultUrl(transport: 'http' | 'sse', config: ServiceConfig | undefined): string {
  const { host = '127.0.0.1' } = config?.transport?.http ?? {};
  const { path, port } = defaultAddress(config);
  const isAddress6 = host.includes(':') && !host.startsWith('[');
  const endpoint = `http://${isAddress6 ? `[${host}]` : host}:${port}${path}`;
  return transport === 'http' ? endpoint : `${endpoint.replace(/\/$/, '')}/sse`;
}
