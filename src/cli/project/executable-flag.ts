import type { ProjectDeployment } from '../../config/load-project.ts';
import { usageError } from '../cli-error.ts';
import type { CommandCall } from '../command.ts';
import { targetOf } from './open-project.ts';

type Asked = Pick<CommandCall, 'flags'>;

/** Is a single executable of this deployment asked for? The command line of a server is one unless a script is asked for. */
export function wantsExecutable({ row, target }: Pick<ProjectDeployment, 'row' | 'target'>, { flags }: Asked): boolean {
  if (flags.switch('sea')) return true;
  if (target !== 'cli') return row?.target === 'mcpb' && row.sea?.enabled === true;
  const isScript = row?.target === 'cli' && (row.js === true || row.sea?.enabled === false);
  return !flags.switch('js') && !isScript;
}

/** @throws {CliError} when `--sea` or `--js` is given and acts on no target that is built, or both are */
export async function refuseExecutableWithoutTarget(deployments: readonly ProjectDeployment[], { flags }: Asked): Promise<void> {
  if (flags.switch('js') && flags.switch('sea'))
    throw usageError('usage', '--js and --sea contradict each other', { hint: 'Leave one of them out' });
  if (flags.switch('js') && !deployments.some(({ target }) => target === 'cli'))
    throw usageError('usage', '--js has an effect only for the target cli, which is not built', {
      hint: 'Add --target cli, or leave it out',
    });
  if (!flags.switch('sea')) return;
  const targets = await Promise.all(deployments.map(targetOf));
  if (targets.some(({ executable }) => executable !== undefined)) return;
  throw usageError('usage', '--sea has an effect only for the targets node, distributed, cli and mcpb, of which none is built', {
    hint: 'Add --target node, or leave it out',
  });
}
