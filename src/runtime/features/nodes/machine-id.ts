import { randomId } from '../../std/index.ts';

/** What a platform knows of the machine that it runs on. */
export interface Machine {
  /** Undefined where machines have no names. */
  readonly hostName?: (() => string) | undefined;
  /** The id that the file has, else the given one, which is in the file from then on. */
  readonly keepId?: ((made: string, path: string | undefined) => string) | undefined;
}

export interface MachineIdInput {
  /** `MACHINE_ID`. */
  readonly given: string | undefined;
  /** `MACHINE_ID_PATH`. */
  readonly path: string | undefined;
  /** `SERVICE_DEPLOYMENT_MODE`. */
  readonly deployment: string | undefined;
  readonly production: boolean;
}

/**
 * What this machine is called among the nodes of a server: as told; by its host name in a distributed deployment and in
 * production; anew each time where machines come and go; else by a file, so that a restart on a developer's computer changes nothing.
 */
export function machineIdOf({ hostName, keepId }: Machine, { deployment, given, path, production }: MachineIdInput): string {
  if (given !== undefined) return given;
  if (deployment === 'serverless') return randomId();
  if (deployment !== 'distributed' && !production && keepId !== undefined) return keepId(randomId(), path);
  return hostName === undefined ? randomId() : nameOf(hostName());
}

/** Plain, whatever the system lets a machine be called. */
const nameOf = (hostName: string): string => hostName.replaceAll(/[^A-Za-z0-9._-]/g, '-').slice(0, 128) || randomId();
