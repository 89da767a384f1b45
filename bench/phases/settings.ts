/** How long a run takes, and how far its numbers can be trusted. */
export interface RunSettings {
  readonly rounds: number;
  readonly roundMs: number;
  readonly warmUpCalls: number;
  readonly startRounds: number;
  readonly memoryCalls: number;
  readonly sessions: number;
  readonly buildRounds: number;
  readonly connections: number;
  /** Tokens that a server sees for the first time, and codes that are exchanged, in one round. */
  readonly tokens: number;
}

export const fullRun: RunSettings = {
  rounds: 5,
  roundMs: 800,
  warmUpCalls: 20_000,
  startRounds: 11,
  memoryCalls: 20_000,
  sessions: 1000,
  buildRounds: 3,
  connections: 32,
  tokens: 400,
};

/** Shows that everything runs and answers; its numbers mean little. */
export const quickRun: RunSettings = {
  rounds: 1,
  roundMs: 100,
  warmUpCalls: 50,
  startRounds: 1,
  memoryCalls: 200,
  sessions: 20,
  buildRounds: 1,
  connections: 4,
  tokens: 8,
};
