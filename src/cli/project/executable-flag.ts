import type { ProjectDeployment } from '../../config/load-project.ts';
import { usageError } from '../cli-error.ts';
import type { CommandCall } from '../command.ts';
import { canBuild, targetOf } from './open-project.ts';

/** Does `--sea` or the config ask for a single executable of this deployment? */
export const wantsExecutable = ({ row }: ProjectDeployment, { flags }: Pick<CommandCall, 'flags'>): boolean =>
  flags.switch('sea') || (row?.target === 'mcpb' && row.sea?.enabled === true);

/** @throws {CliError} when `--sea` is given and no target that is built has a single executable */
export async function refuseExecutableWithoutTarget(
  deployments: readonly ProjectDeployment[],
  { flags }: Pick<CommandCall, 'flags'>,
): Promise<void> {
  if (!flags.switch('sea')) return;
  const targets = await Promise.all(deployments.filter(canBuild).map(targetOf));
  if (targets.some(({ executable }) => executable !== undefined)) return;
  throw usageError('usage', '--sea has an effect only for the targets node, distributed and mcpb, of which none is built', {
    hint: 'Add --target node, or leave it out',
  });
}
