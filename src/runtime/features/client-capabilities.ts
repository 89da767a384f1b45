import { limitCapabilities } from '../mcp/revisions/projection.ts';
import { defineFeature } from './application/define-feature.ts';

/** What clients declare, held to what their revision has. */
export const clientCapabilities = defineFeature('client-capabilities', () => ({}), { callServices: { limitCapabilities } });
