import { createRounds } from '../mcp/rounds/create-rounds.ts';
import { randomBytes } from '../std/index.ts';
import type { Feature, FeatureFactory } from './feature.ts';

/** Calls that ask their client on 2026-07-28 and later (`input_required`). A server whose entries never ask does without. */
export const rounds: FeatureFactory = ({ environment, runtime }): Feature => {
  const { MCP_SESSION_SECRET, JWT_SECRET, SERVICE_PUBLIC_URL } = environment;
  const { model } = runtime;
  return {
    name: 'rounds',
    rounds: createRounds({
      model,
      // Ruling 16. A random one holds as long as this process: another instance, or the next start, does not know its states.
      secret: MCP_SESSION_SECRET ?? JWT_SECRET ?? randomBytes(32),
      identity: JSON.stringify([model.info.name, SERVICE_PUBLIC_URL ?? '']),
    }),
  };
};
