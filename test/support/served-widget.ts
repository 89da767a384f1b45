import type { BuiltServer } from './built-servers.ts';
import type { HostBehaviour, HostedWidget, WidgetHost } from './widget-host.ts';

/** The result of a request to a built server. */
export const askResult = async <T extends object>(server: BuiltServer, method: string, params: Record<string, unknown>): Promise<T> =>
  (JSON.parse(await server.ask(method, params)) as { result: T }).result;

interface ReadWidget {
  readonly contents: readonly { readonly text: string; readonly _meta: { readonly ui: Pick<HostBehaviour, 'csp'> } }[];
}

export interface WidgetScene {
  readonly host: WidgetHost;
  readonly server: BuiltServer;
}

/** A widget as the server gives it, in a host with the policy that it asks for. */
export async function showWidget({ host, server }: WidgetScene, tool: string, behaviour: HostBehaviour = {}): Promise<HostedWidget> {
  const { contents } = await askResult<ReadWidget>(server, 'resources/read', { uri: `ui://widget/${tool}.html` });
  const [widget] = contents;
  return host.show(widget?.text ?? '', { csp: widget?._meta.ui.csp ?? {}, ...behaviour });
}
