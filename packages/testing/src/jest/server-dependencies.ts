/*
 * Tells jest (`dependencyExtractor`) what a spec depends on: what it imports, and what the servers that it starts are made of. Then
 * `--findRelatedTests` finds the specs of a changed file of a server.
 */
import { createHash } from 'node:crypto';
import { readStarted, startedBy } from '../runner/started-servers.ts';

type Extract = (code: string, filePath: string) => Iterable<string>;

export const extract = (code: string, filePath: string, imports: Extract): readonly string[] => [
  ...imports(code, filePath),
  ...startedBy(readStarted(), filePath),
];

/** jest keeps what was extracted as long as this stays. */
export const getCacheKey = (): string => createHash('sha256').update(readStarted()).digest('hex');
