import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { ServiceError } from '../errors/index.ts';
import { defineFeature } from '../features/application/define-feature.ts';
import { createHighAvailability } from '../features/high-availability.ts';
import { haVariableNames } from '../features/nodes/ha-settings.ts';
import { isMachineId } from '../cluster/nodes/node-messages.ts';

/** On Node machines have names, and outside production an id may be kept in a file: `.service/machine-id` in the working directory. */
export const highAvailability = defineFeature(
  'high-availability',
  (parts) => createHighAvailability(parts, { hostName: hostname, keepId }),
  { variables: haVariableNames },
);

/**
 * Of two processes that make the file at once the faster one decides.
 * @throws {ServiceError} CONFIG_INVALID when the file holds no id, or cannot be made
 */
function keepId(made: string, path = join('.service', 'machine-id')): string {
  const file = resolve(path);
  const draft = `${file}.${made}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(draft, `${made}\n`, { mode: 0o600, flag: 'wx' });
    // Written atomically, so that no process reads half an id.
    linkSync(draft, file);
    return made;
  } catch (failure) {
    if (!existsSync(file)) throw unusable(file, 'cannot be made', failure);
  } finally {
    rmSync(draft, { force: true });
  }
  const kept = readFileSync(file, 'utf8').trim();
  if (!isMachineId(kept)) throw unusable(file, 'holds no machine id');
  return kept;
}

const unusable = (file: string, problem: string, cause?: unknown): ServiceError =>
  new ServiceError('CONFIG_INVALID', `MACHINE_ID_PATH: ${file} ${problem}: set MACHINE_ID, or another path`, {
    status: 500,
    expose: true,
    cause,
  });
