import { exampleServers } from './servers/examples.ts';
import { lowLevelServers } from './servers/low-level.ts';
import { referenceServers } from './servers/reference.ts';
import { runTimeServers } from './servers/run-time.ts';
import { sdk2LowLevel, sdk2Registered } from './servers/sdk-2.ts';
import type { RecordedServer } from './recorded-server.ts';

/** Public servers, pinned in tools/authors, with the calls that originals and migrated ones get. */
export const recordedServers: readonly RecordedServer[] = [
  ...exampleServers,
  ...referenceServers,
  sdk2Registered,
  ...lowLevelServers,
  sdk2LowLevel,
  ...runTimeServers,
];

/** Written with `registerTool`, `registerResource` and `registerPrompt`. */
export const highLevelNames: ReadonlySet<string> = new Set(
  [...exampleServers, ...referenceServers, sdk2Registered].map(({ name }) => name),
);
