import { useMemo } from 'react';
import type { ComponentRegistry } from '../components/component-registry.ts';
import type { ListItem, PromptItem, ResourceItem, ToolItem } from '../core/answers.ts';
import type { DynamicRegistry } from '../core/dynamic-registry.ts';
import type { ServerSnapshot } from '../core/server-connection.ts';
import type { ServerSource } from '../core/server-source.ts';
import { useConnection, useScope, useSnapshot } from '../provider/context.ts';

/** Which server a hook uses: the provider's own without a name. */
export interface ServerChoice {
  readonly server?: string | undefined;
}

/** A server, its client and its lists; new whenever one of them changes. */
export interface ServerEntry extends ServerSnapshot {
  readonly name: string;
  /** The server, as the provider was given it. */
  readonly server: ServerSource;
  /** Tools and resources that the page adds. */
  readonly dynamicRegistry: DynamicRegistry;
  /** Opens the client, or tries again after an error. It does not reject. */
  readonly connect: () => Promise<void>;
}

/** What {@link useService} gives. */
export interface Service extends ServerEntry {
  /** Components that trees may name. */
  readonly registry: ComponentRegistry;
  /** The registry of another server; of the provider's own without a name. */
  readonly getDynamicRegistry: (server?: string) => DynamicRegistry | undefined;
}

/**
 * One server: how far its connection is, its client and its lists.
 * @param name of the server; the provider's own without it
 * @throws {Error} below no provider and without a name
 * @example
 * const { status, error } = useServer('billing');
 */
export function useServer(name?: string): ServerEntry {
  return useEntry('useServer', name);
}

/**
 * The provider's server, its client, its lists and the components of the page.
 * @param name of another server
 * @throws {Error} below no provider
 * @example
 * const { status, tools, connect } = useService();
 */
export function useService(name?: string): Service {
  const scope = useScope('useService');
  const entry = useEntry('useService', name ?? scope.name);
  return useMemo(
    () => ({
      ...entry,
      registry: scope.registry,
      getDynamicRegistry: (server) => scope.connections.get(server ?? scope.name)?.registry,
    }),
    [entry, scope],
  );
}

function useEntry(hook: string, name: string | undefined): ServerEntry {
  const connection = useConnection(hook, name);
  const snapshot = useSnapshot(connection);
  return useMemo(
    () => ({
      name: name ?? 'default',
      server: connection.server,
      dynamicRegistry: connection.registry,
      connect: connection.connect,
      ...snapshot,
    }),
    [connection, name, snapshot],
  );
}

/**
 * The tools of a server and of the page, kept fresh.
 * @example
 * const tools = useListTools();
 */
export function useListTools({ server }: ServerChoice = {}): readonly ToolItem[] {
  return useSnapshot(useConnection('useListTools', server)).tools;
}

/**
 * The prompts of a server, kept fresh.
 * @example
 * const prompts = useListPrompts({ server: 'billing' });
 */
export function useListPrompts({ server }: ServerChoice = {}): readonly PromptItem[] {
  return useSnapshot(useConnection('useListPrompts', server)).prompts;
}

/**
 * The resources of a server and of the page, and the templates of the server, kept fresh.
 * @example
 * const { resources, resourceTemplates } = useListResources();
 */
export function useListResources({ server }: ServerChoice = {}): {
  readonly resources: readonly ResourceItem[];
  readonly resourceTemplates: readonly ListItem[];
} {
  const { resourceTemplates, resources } = useSnapshot(useConnection('useListResources', server));
  return { resources, resourceTemplates };
}
