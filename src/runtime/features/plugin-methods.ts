import { hookViewerOf, viewerOf } from '../mcp/call/call-pipeline.ts';
import { sendable } from '../mcp/call/to-json.ts';
import type { Method } from '../mcp/protocol.ts';
import type { JsonObject, PluginModel } from '../model/index.ts';
import type { LivePlugin } from '../plugins/index.ts';
import { defineFeature } from './application/define-feature.ts';

/** Methods of plugins. Their names were checked when the model was made. */
export const pluginMethods = defineFeature('plugin-methods', ({ runtime: { model, plugins } }) => {
  const named = (plugins?.live ?? []).flatMap(({ hooks: { onMethod } }, at) => {
    const plugin = model.plugins[at];
    return plugin === undefined || onMethod === undefined ? [] : methodsOf(plugin, onMethod);
  });
  return named.length === 0 ? {} : { methods: Object.fromEntries(named) };
});

const result = { of: 'Method', allowNonFinite: false } as const;
const message = { of: 'Message', allowNonFinite: false } as const;

type OnMethod = NonNullable<LivePlugin['hooks']['onMethod']>;

const methodsOf = ({ id, methods = [] }: PluginModel, onMethod: OnMethod): (readonly [string, Method])[] =>
  methods.map((method) => [
    method,
    async ({ channel, params: { _meta, ...params }, ...request }) => {
      const answer = await onMethod(method, {
        ...hookViewerOf(viewerOf({ ...request, channel })),
        params,
        signal: channel.signal,
        notify: (notification, sent = {}) => channel.notify(`notifications/${id}/${notification}`, sendable<JsonObject>(sent, message)),
      });
      return sendable<JsonObject>(answer, result);
    },
  ]);
