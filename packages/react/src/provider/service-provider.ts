import { createElement, useEffect, useMemo, useState, type ReactElement, type ReactNode } from 'react';
import { ComponentRegistry, type AnyComponent } from '../components/component-registry.ts';
import type { ServerSource, ServiceClient } from '../core/server-source.ts';
import { ServerConnection } from '../core/server-connection.ts';
import { serverRegistry } from '../core/server-registry.ts';
import type { ServiceStore } from '../stores/create-store.ts';
import { ServiceContext, type ServiceScope } from './context.ts';

/** Props of {@link ServiceProvider}. */
export interface ServiceProviderProps {
  /** Name of `server`, for hooks that name one. @default 'default' */
  readonly name?: string | undefined;
  /** The server that hooks below use when they name none. Without it the page has its own tools and resources alone. */
  readonly server?: ServerSource | undefined;
  /** Further servers, by the names that hooks use. */
  readonly servers?: Readonly<Record<string, ServerSource>> | undefined;
  /** Components by URI, for `DynamicRenderer`. */
  readonly components?: Readonly<Record<string, AnyComponent>> | undefined;
  /** Stores whose state is a resource, and whose actions are tools. */
  readonly stores?: readonly ServiceStore[] | undefined;
  /** Opens the clients when the provider mounts; else `connect()` of `useService` does. @default true */
  readonly autoConnect?: boolean | undefined;
  /** Hears of each client that is open. */
  readonly onConnected?: ((client: ServiceClient) => void) | undefined;
  /** Hears what went wrong; without it, it is in `error` of `useService` alone. */
  readonly onError?: ((error: Error) => void) | undefined;
  readonly children?: ReactNode;
}

/** The page without a server: its own tools and resources are there, and nothing to connect to. */
const noServer: ServerSource = { connect: () => Promise.reject(new Error('<ServiceProvider> has no "server" to connect to')) };
const noServers: Readonly<Record<string, ServerSource>> = {};
const noComponents: Readonly<Record<string, AnyComponent>> = {};
const noStores: readonly ServiceStore[] = [];

/**
 * Connects a page to servers, in the page or elsewhere, and lets components below it use them.
 *
 * @example
 * <ServiceProvider server={{ connect: () => connect('https://example.com/mcp') }}>
 *   <App />
 * </ServiceProvider>
 */
export function ServiceProvider(props: ServiceProviderProps): ReactElement {
  const {
    autoConnect = true,
    children,
    components = noComponents,
    name = 'default',
    server = noServer,
    servers = noServers,
    stores = noStores,
  } = props;
  const [connectionOf] = useState(createConnectionCache);
  const named = useStable({ ...servers, [name]: server });
  const connections = useMemo(() => new Map(Object.entries(named).map(([key, one]) => [key, connectionOf(one)])), [connectionOf, named]);
  const listed = useStable(components);
  const registry = useMemo(() => toRegistry(listed), [listed]);
  const scope = useMemo<ServiceScope>(() => ({ name, registry, connections }), [connections, name, registry]);
  const own = connections.get(name);
  const kept = [...connections].map(([key, connection]) => {
    const isOpened = autoConnect && !(key === name && server === noServer);
    const { onConnected, onError } = props;
    return createElement(ConnectionKeeper, { key, name: key, connection, isOpened, onConnected, onError });
  });
  const attached = own === undefined ? [] : stores.map((store) => createElement(StoreKeeper, { key: store.name, store, connection: own }));
  return createElement(ServiceContext.Provider, { value: scope }, kept, attached, children);
}

interface ConnectionKeeperProps extends Pick<ServiceProviderProps, 'onConnected' | 'onError'> {
  readonly name: string;
  readonly connection: ServerConnection;
  readonly isOpened: boolean;
}

/** A connection lives as long as it is named by a provider. */
function ConnectionKeeper({ connection, isOpened, name, onConnected, onError }: ConnectionKeeperProps): null {
  useEffect(() => connection.listenTo({ onConnected, onError }), [connection, onConnected, onError]);
  useEffect(() => {
    const release = connection.retain();
    const remove = serverRegistry.register(name, connection);
    return () => {
      remove();
      release();
    };
  }, [connection, name]);
  useEffect(() => {
    if (isOpened) void connection.connect();
  }, [connection, isOpened]);
  return null;
}

function StoreKeeper({ connection, store }: { readonly store: ServiceStore; readonly connection: ServerConnection }): null {
  useEffect(() => store.attach(connection.registry), [connection, store]);
  return null;
}

/** One connection for one server, however often the provider is rendered. */
function createConnectionCache(): (server: ServerSource) => ServerConnection {
  const known = new WeakMap<ServerSource, ServerConnection>();
  return (server) => {
    const found = known.get(server) ?? new ServerConnection(server);
    known.set(server, found);
    return found;
  };
}

function toRegistry(components: Readonly<Record<string, AnyComponent>>): ComponentRegistry {
  const registry = new ComponentRegistry();
  registry.registerAll(components);
  return registry;
}

/** The object of before while its members are the same: props written in place are new objects each time. */
function useStable<T>(given: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  const [kept, keep] = useState(given);
  const keys = Object.keys(given);
  if (kept === given || (keys.length === Object.keys(kept).length && keys.every((key) => kept[key] === given[key]))) return kept;
  keep(given);
  return given;
}
