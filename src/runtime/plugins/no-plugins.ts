import type { Plugins } from './apply.ts';
import type { EntryHooks } from './hook-chain.ts';

const noHooks: EntryHooks = { toolCall: [], resourceRead: [], promptGet: [], filters: [], extensions: [] };

/** The plugins of a server without any. */
export const noPlugins: Plugins = { hooksFor: () => noHooks, observeHooks: () => undefined, close: async () => undefined };
