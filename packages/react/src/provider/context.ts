import { createContext, useContext, useSyncExternalStore } from 'react';
import type { ComponentRegistry } from '../components/component-registry.ts';
import type { DynamicRegistry } from '../core/dynamic-registry.ts';
import { ServerConnection, type ServerSnapshot } from '../core/server-connection.ts';
import { serverRegistry } from '../core/server-registry.ts';

/** What a provider lets components below it use. */
export interface ServiceScope {
  /** Name of the provider's own server. */
  readonly name: string;
  /** Components that trees may name. */
  readonly registry: ComponentRegistry;
  readonly connections: ReadonlyMap<string, ServerConnection>;
}

export const ServiceContext = createContext<ServiceScope | undefined>(undefined);

/** Stands for a server of a name that no provider has yet. */
const missing = new ServerConnection({ connect: () => Promise.reject(new Error('no <ServiceProvider> has a server of this name')) });

/** The nearest provider. @throws {Error} where there is none */
export function useScope(hook: string): ServiceScope {
  const scope = useContext(ServiceContext);
  if (scope === undefined) throw new Error(`${hook} stands below no <ServiceProvider>: put one around the part of the page that uses it`);
  return scope;
}

/**
 * The connection of a server: of the nearest provider that has the name, else of any provider of the page.
 * @param hook for the message
 * @param server name; the provider's own server without it
 * @throws {Error} without a provider and without a name
 */
export function useConnection(hook: string, server?: string): ServerConnection {
  const scope = useContext(ServiceContext);
  const elsewhere = useSyncExternalStore(
    serverRegistry.subscribe,
    () => (server === undefined ? undefined : serverRegistry.get(server)),
    () => undefined,
  );
  if (scope === undefined && server === undefined)
    throw new Error(`${hook} stands below no <ServiceProvider>: put one around the part of the page that uses it, or name a server`);
  return scope?.connections.get(server ?? scope.name) ?? elsewhere ?? missing;
}

/** What a server has now. */
export const useSnapshot = (connection: ServerConnection): ServerSnapshot =>
  useSyncExternalStore(connection.subscribe, connection.snapshot, connection.serverSnapshot);

/** The tools and resources that the page adds to a server. */
export const useDynamicRegistry = (hook: string, server?: string): DynamicRegistry => useConnection(hook, server).registry;
