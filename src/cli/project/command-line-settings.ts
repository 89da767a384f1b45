import { closestName } from '@service/sdk/internal';
import type { JsonObject } from '@service/sdk/model';
import type { BuildResult, CompileRequest } from '../../compiler/index.ts';
import type { ProjectDeployment } from '../../config/load-project.ts';
import { usageError } from '../cli-error.ts';

/** `deployments[].cli`, for the target that has a command line. @throws {CliError} for an invalid range of ports */
export function commandLineOf({ row, target }: Pick<ProjectDeployment, 'row' | 'target'>): Pick<CompileRequest, 'commandLine'> {
  if (target !== 'cli') return {};
  const settings = row?.target === 'cli' ? row.cli : undefined;
  const range = settings?.oauth?.portRange;
  const [first = 0, last = 0] = range ?? [];
  if (range !== undefined && (range.length !== 2 || first === 0 || first > last))
    throw usageError('usage', 'cli.oauth.portRange must be the first and the last port, such as [8400, 8410]', {
      hint: 'Correct it in deployments of the config',
    });
  return { commandLine: isObject(settings) ? settings : {} };
}

/** @throws {CliError} when `excludeTools` names what the server does not have, so that a renamed tool does not come back in silence */
export function checkExcludedTools({ commandLine }: Pick<CompileRequest, 'commandLine'>, { decidedAtStart, server }: Model): void {
  const excluded = commandLine?.['excludeTools'];
  if (!Array.isArray(excluded) || decidedAtStart !== undefined) return;
  const names = server.tools.map(({ listedName }) => listedName);
  const unknown = excluded.find((name) => typeof name === 'string' && !names.includes(name));
  if (typeof unknown !== 'string') return;
  throw usageError('usage', `cli.excludeTools names no tool of the server: ${JSON.stringify(unknown)}`, {
    hint: 'Correct it in deployments of the config',
    suggestion: closestName(unknown, names),
  });
}

type Model = NonNullable<BuildResult['model']>;

/** The config is JSON: an object in it is one. */
const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null;
