import type { BuiltServer } from './built-servers.ts';
import type { HostBehaviour, HostedWidget, WidgetHost } from './widget-host.ts';

/** The result of a request to a built server. */
export const askResult = async <T extends object>(server: BuiltServer, method: string, params: Record<string, unknown>): Promise<T> =>
  (JSON.parse(await server.ask(method, params)) as { result: T }).result;

interface ReadWidget {
  readonly text: string;
  readonly _meta: { readonly ui: Pick<HostBehaviour, 'csp'> };
}

/** A widget as the server gives it. */
export async function readWidget(server: BuiltServer, tool: string, query = ''): Promise<ReadWidget> {
  const { contents } = await askResult<{ contents: readonly ReadWidget[] }>(server, 'resources/read', {
    uri: `ui://widget/${tool}.html${query}`,
  });
  const [widget] = contents;
  if (widget === undefined) throw new Error(`${tool} has no widget`);
  return widget;
}

export interface WidgetScene {
  readonly host: WidgetHost;
  readonly server: BuiltServer;
}

/** A widget in a host with the policy that it asks for. */
export async function showWidget({ host, server }: WidgetScene, tool: string, behaviour: HostBehaviour = {}): Promise<HostedWidget> {
  const { _meta: meta, text } = await readWidget(server, tool);
  return host.show(text, { csp: meta.ui.csp ?? {}, ...behaviour });
}
