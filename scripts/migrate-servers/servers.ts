import { exampleServers } from './servers/examples.ts';
import { lowLevelServers } from './servers/low-level.ts';
import { referenceServers } from './servers/reference.ts';
import type { RecordedServer } from './recorded-server.ts';

/** Public servers, pinned in tools/migrate, with the calls that originals and migrated ones get. */
export const recordedServers: readonly RecordedServer[] = [...exampleServers, ...referenceServers, ...lowLevelServers];

/** Written with `registerTool`, `registerResource` and `registerPrompt`. */
export const highLevelNames: ReadonlySet<string> = new Set([...exampleServers, ...referenceServers].map(({ name }) => name));
