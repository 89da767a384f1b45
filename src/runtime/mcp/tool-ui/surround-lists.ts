import type { LiveTool } from '../../entries/index.ts';
import { ResourceNotFound } from '../../errors/index.ts';
import { type BuiltWidget, isJsonObject, type JsonObject, widgetMediaType, widgetUri } from '../../model/index.ts';
import { listOf } from '../../std/index.ts';
import { viewerOf } from '../call/call-pipeline.ts';
import { constantResult, plainResult, SerialisedResult } from '../json-rpc.ts';
import type { Around, MethodCall } from '../protocol.ts';
import { toolMeta, widgetMeta } from './widget-meta.ts';

export const widgetExtension = 'io.modelcontextprotocol/ui';

/** By the id of the tool. */
export type BuiltWidgets = Readonly<Record<string, BuiltWidget>>;

/** Tools with their widgets, and the widgets as resources: listed after the server's own, readable under every hash that they ever had. */
export function surroundLists(widgets: BuiltWidgets): Readonly<Record<string, Around>> {
  const uriOf = ({ model }: LiveTool): string | undefined => {
    const built = widgets[model.id];
    return built === undefined ? undefined : `${widgetUri(model)}?v=${built.hash}`;
  };
  /** Pages of a list are the same objects for callers who see the same. */
  const known = new WeakMap<object, object>();
  return {
    'tools/list': async (call, proceed) => {
      const page = await proceed(call);
      const made = page instanceof SerialisedResult ? undefined : known.get(page);
      if (made !== undefined) return made;
      const result = plainResult(page);
      const { registry } = call.server.runtime;
      const tools = listOf(result['tools'])
        .filter(isJsonObject)
        .map((item) => withMeta(item, typeof item['name'] === 'string' ? registry.findTool(item['name']) : undefined, uriOf));
      const shown = constantResult({ ...result, tools });
      known.set(page, shown);
      return shown;
    },
    'resources/list': async (call, proceed) => {
      const result = plainResult(await proceed(call));
      if (result['nextCursor'] !== undefined) return result;
      const seen = await seenBy(call, (tool) => tool.model.visibility === 'public' && widgets[tool.model.id] !== undefined);
      const items = seen.flatMap((tool) => {
        const { id, listedName, title, ui = {} } = tool.model;
        const [built, uri] = [widgets[id], uriOf(tool)];
        if (built === undefined || uri === undefined) return [];
        const description = ui['widgetDescription'];
        const named: JsonObject = { uri, name: `${listedName} widget`, mimeType: widgetMediaType };
        if (title !== undefined) named['title'] = title;
        if (description !== undefined) named['description'] = description;
        return [{ ...named, _meta: widgetMeta(ui, built) }];
      });
      return { ...result, resources: [...listOf(result['resources']).filter(isJsonObject), ...items] };
    },
    'resources/read': async (call, proceed) => {
      const uri = typeof call.params['uri'] === 'string' ? call.params['uri'] : '';
      const wanted = uri.startsWith('ui:') ? uri.replace(/\?v=[\w-]*$/, '') : undefined;
      const isWanted = (tool: LiveTool): boolean => widgets[tool.model.id] !== undefined && widgetUri(tool.model) === wanted;
      if (wanted === undefined || !call.server.runtime.registry.tools.some(isWanted)) return proceed(call);
      const [tool] = await seenBy(call, isWanted);
      const built = widgets[tool?.model.id ?? ''];
      if (built === undefined) throw new ResourceNotFound(uri);
      const meta = widgetMeta(tool?.model.ui ?? {}, built);
      return { contents: [{ uri, mimeType: widgetMediaType, text: built.html, _meta: meta }] };
    },
  };
}

/** Whoever does not see a tool does not see its widget. */
async function seenBy(call: MethodCall, wanted: (tool: LiveTool) => boolean): Promise<readonly LiveTool[]> {
  const { pipeline, registry } = call.server.runtime;
  const tools = registry.tools.filter(wanted);
  return (await pipeline.admission?.view(tools, viewerOf(call))) ?? tools;
}

function withMeta(item: JsonObject, tool: LiveTool | undefined, uriOf: (tool: LiveTool) => string | undefined): JsonObject {
  if (tool?.model.ui === undefined) return item;
  const own = item['_meta'];
  // What its author has written into `_meta` stays.
  return { ...item, _meta: { ...toolMeta(tool.model.ui, uriOf(tool)), ...(isJsonObject(own) ? own : {}) } };
}
