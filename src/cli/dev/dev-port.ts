import { findPortOwner, isPortFree } from '@service/sdk/hosts/port-owner';
import type { BuildResult } from '../../compiler/index.ts';
import type { Project } from '../../config/load-project.ts';
import { CliError, usageError } from '../cli-error.ts';
import type { Flags } from '../command.ts';

/** Port when neither code, flag, variable nor config names one. */
const standardPort = 3000;

/**
 * The port that the built server will take.
 * @throws {CliError} when --port could have no effect, because code wins over it
 */
export function chooseDevPort(project: Project, result: BuildResult, flags: Flags): number {
  const fixed = result.model?.server.options.http.port;
  const asked = project.httpPort?.value;
  if (fixed === undefined) return asked ?? standardPort;
  if (flags.has('port') && flags.text('port') !== String(fixed))
    throw usageError('port-fixed', `@Service sets http.port to ${fixed}, and code wins over --port ${flags.text('port') ?? ''}`, {
      hint: 'Remove http.port from @Service, or leave out --port',
    });
  return fixed;
}

/** How many ports above the first one `--port auto` tries. */
const autoRange = 50;

/**
 * The port itself, or with `--port auto` the next one that is free.
 * @throws {CliError} naming who listens on the port
 */
export async function freeDevPort(port: number, project: Project, auto: boolean): Promise<number> {
  for (let candidate = port; candidate <= port + (auto ? autoRange : 0); candidate++) if (await isPortFree(candidate)) return candidate;
  const owner = findPortOwner(port);
  const origin = project.httpPort?.value === port ? project.httpPort.origin : 'http.port of @Service, or the default';
  throw new CliError({
    code: 'port-in-use',
    message: `Port ${port} (${origin}) is taken${owner === undefined ? '' : ` by ${owner}`}`,
    hint: 'End that process, choose another port with --port, or let --port auto take the next free one',
    exit: 'environment',
  });
}
