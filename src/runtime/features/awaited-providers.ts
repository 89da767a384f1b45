import { prepareCall } from '../mcp/call/until-ended.ts';
import { defineFeature } from './application/define-feature.ts';

/** Providers of a call that are made asynchronously, which its handler waits for. */
export const awaitedProviders = defineFeature('awaited-providers', () => ({}), { callServices: { prepareCall } });
