import type { Plugins } from './apply.ts';

/** The plugins of a server without any. */
export const noPlugins: Plugins = { hooksFor: () => undefined, observeHooks: () => undefined, close: async () => undefined };
