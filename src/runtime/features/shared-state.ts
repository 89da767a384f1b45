import { ServiceError } from '../errors/index.ts';
import { SharedUsedStates } from '../mcp/rounds/used-states.ts';
import { keepSessionsIn } from './sharing/shared-sessions.ts';
import { refusesSessions } from './sharing/sealing.ts';
import { readKeptState } from './sharing/kept-state.ts';
import { useStore } from '../storage/stores.ts';
import { defineFeature } from './application/define-feature.ts';

/** State that outlives a process and is shared by instances: sessions, their events, and which answers have been used. */
export const sharedState = defineFeature('shared-state', (parts) => {
  const { environment, mcp, runtime, stores } = parts;
  const kept = readKeptState(parts);
  const { questions, sessions } = kept;
  const isRefused = refusesSessions(parts);
  const usesSessions = sessions !== undefined && mcp.sessionRevisions.length > 0 && !isRefused;
  if (questions === undefined && !usesSessions) return {};
  if (environment.MCP_SESSION_SECRET === undefined && environment.JWT_SECRET === undefined && !isRefused) {
    const problem =
      'sessions and answers are kept in a store, so every instance must know their key: set MCP_SESSION_SECRET to one value for all';
    throw new ServiceError('SESSION_SECRET_REQUIRED', problem, { expose: true });
  }
  return {
    provides: {
      usedStates: questions === undefined ? undefined : new SharedUsedStates(useStore(stores, questions, 'elicit:used:'), runtime.now),
      sharedSessions: usesSessions ? keepSessionsIn(sessions, kept, parts) : undefined,
    },
  };
});
