import type { FeatureFactory } from '../../features/application/feature.ts';
import { revision20251125 } from '../../mcp/revisions/2025-11-25.ts';
import { sessions as connectedSessions } from './sessions.ts';

/** Clients that open with `initialize` (revision 2025-11-25), such as version 1 of the official SDK. */
export const sessions: FeatureFactory = { ...connectedSessions, revisions: [revision20251125] };
