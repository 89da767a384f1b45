import { isJsonObject, type JsonObject } from './json.ts';
import type { ServerOptionsModel, ToolModel } from './server-model.ts';

/** Media type of a widget (MCP Apps). */
export const widgetMediaType = 'text/html;profile=mcp-app';

/** Unless `extApps` is false or says `enabled: false`. */
export const servesWidgets = ({ rest }: Pick<ServerOptionsModel, 'rest'>): boolean => {
  const { extApps } = rest;
  return extApps !== false && !(isJsonObject(extApps) && extApps['enabled'] === false);
};

/** URI of the widget of a tool, without the hash that the build adds. */
export function widgetUri({ listedName, ui }: Pick<ToolModel, 'listedName' | 'ui'>): string {
  const own = ui?.['resourceUri'];
  return typeof own === 'string' ? own : `ui://widget/${encodeURIComponent(listedName)}.html`;
}

/** Origins that a widget reaches, as MCP Apps names them. */
export type WidgetCsp = Readonly<Partial<Record<'connectDomains' | 'resourceDomains' | 'frameDomains', string[]>>>;

/** A widget as the build makes it. */
export interface BuiltWidget {
  /** The whole document. */
  readonly html: string;
  /** Of the document: part of the URI, since hosts keep documents by their URIs. */
  readonly hash: string;
  readonly csp: WidgetCsp;
}

/** Who may call a tool: both, unless `ui` says otherwise. */
export function widgetVisibility(ui: JsonObject): string[] {
  const { visibility, widgetAccessible } = ui;
  if (Array.isArray(visibility)) return visibility.map(String);
  return widgetAccessible === false ? ['model'] : ['model', 'app'];
}
