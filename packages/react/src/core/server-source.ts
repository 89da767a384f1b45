import { connect, type Client, type OpenChannel, type ServerFacts } from '@service/sdk/client';
import { resource, tool, type AdapterEntries } from '@service/sdk/define';
import { copyJson } from '@service/sdk/model';
import type { DynamicRegistry, DynamicEntries, PageResource, PageTool } from './dynamic-registry.ts';

/** A client of a server, in the page or elsewhere: `Client` of `@service/sdk/client` is one. */
export interface ServiceClient extends Pick<Client, 'list' | 'request' | 'listen' | 'close'> {
  /** Without it every list is asked for. */
  readonly server?: Pick<ServerFacts, 'capabilities'>;
}

/** A server in the page: `createInPage` of `@service/sdk/in-page` makes one. */
export interface InPageServer {
  /** Settled when the server runs. */
  readonly ready: Promise<void>;
  channel(): OpenChannel;
  register(entries: AdapterEntries): { replace(entries: AdapterEntries): void; remove(): void };
}

/** A way to a server elsewhere. */
export interface RemoteServer {
  /** Opens a client of the server. */
  connect(): Promise<ServiceClient>;
}

/**
 * A server that components show and use. Make it at module level: another object is another server.
 *
 * @example
 * const elsewhere: ServerSource = { connect: () => connect('https://example.com/mcp') };
 */
export type ServerSource = InPageServer | RemoteServer;

/** Whether clients of the server see what the page adds; else the page has it for itself. */
export const servesPage = (server: ServerSource): server is InPageServer => 'register' in server;

/** @throws {ClientError} when the server cannot be reached */
export async function openClient(server: ServerSource): Promise<ServiceClient> {
  return servesPage(server) ? connect(server.channel()) : server.connect();
}

/**
 * Lets every client of a server in the page use what the page adds, and hear of changes.
 * @param refused hears of entries that the server does not take
 * @returns what ends that
 */
export function serveRegistry(server: InPageServer, registry: DynamicRegistry, refused: (failure: unknown) => void): () => void {
  const registration = server.register({});
  const replace = ({ resources, tools }: DynamicEntries): void =>
    registration.replace({ tools: tools.map(toolEntry), resources: resources.map(resourceEntry) });
  const update = (): void => {
    try {
      replace(registry.entries());
    } catch {
      replaceOneByOne(registry.entries(), replace, refused);
    }
  };
  update();
  const stop = registry.subscribe(update);
  return () => {
    stop();
    registration.remove();
  };
}

/** All but those that the server refuses: one bad name must not take the others away. */
function replaceOneByOne(all: DynamicEntries, replace: (entries: DynamicEntries) => void, refused: (failure: unknown) => void): void {
  let taken: DynamicEntries = { tools: [], resources: [] };
  const single = [
    ...all.tools.map((tool) => ({ tools: [tool], resources: [] })),
    ...all.resources.map((resource) => ({ tools: [], resources: [resource] })),
  ];
  for (const one of single) {
    const more = { tools: [...taken.tools, ...one.tools], resources: [...taken.resources, ...one.resources] };
    try {
      replace(more);
      taken = more;
    } catch (failure) {
      refused(failure);
    }
  }
}

/** The page checks arguments itself, because it answers what does not fit as a result: the server lists the schema and hands all on. */
function toolEntry({ annotations, call, description, inputSchema, name }: PageTool): NonNullable<AdapterEntries['tools']>[number] {
  const form = (): Record<string, unknown> => ({ ...inputSchema });
  const standard = {
    version: 1,
    vendor: '@service/react',
    validate: (value: unknown) => ({ value }),
    jsonSchema: { input: form, output: form },
  };
  return tool({
    name,
    description,
    inputSchema: { '~standard': standard },
    ...(annotations === undefined ? {} : { annotations: copyJson(annotations) }),
  })((args) => call(args));
}

function resourceEntry({ description, mimeType, name, read, uri }: PageResource): NonNullable<AdapterEntries['resources']>[number] {
  return resource({ name, uri, ...(description === undefined ? {} : { description }), ...(mimeType === undefined ? {} : { mimeType }) })(
    () => read(),
  );
}
