import { ServiceError } from '../errors/index.ts';
import { SharedUsedStates } from '../mcp/rounds/shared-used-states.ts';
import { keepSessionsIn } from './sharing/shared-sessions.ts';
import type { Feature, FeatureFactory } from './application/feature.ts';
import { readKeptState } from './sharing/kept-state.ts';
import { useStore } from '../storage/stores.ts';

/** State that outlives a process and is shared by instances: sessions, their events, and which answers have been used. */
export const sharedState: FeatureFactory = (parts): Feature => {
  const { environment, mcp, runtime, sharing, stores } = parts;
  const kept = readKeptState(parts);
  const { questions, sessions } = kept;
  const usesSessions = sessions !== undefined && mcp.sessionRevisions.length > 0;
  if (questions === undefined && !usesSessions) return { name: 'shared-state' };
  if (environment.MCP_SESSION_SECRET === undefined && environment.JWT_SECRET === undefined) {
    const problem =
      'sessions and answers are kept in a store, so every instance must know their key: set MCP_SESSION_SECRET to one value for all';
    throw new ServiceError('SESSION_SECRET_REQUIRED', problem, { expose: true });
  }
  if (questions !== undefined) sharing.usedStates = new SharedUsedStates(useStore(stores, questions, 'elicit:used:'), runtime.now);
  if (usesSessions) sharing.sessions = keepSessionsIn(sessions, kept, parts);
  return { name: 'shared-state' };
};
