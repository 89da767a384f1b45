import { table } from '@service/sdk/terminal';
import type { JsonObject } from '@service/sdk/model';
import { listSettled } from '../../config/list-settled.ts';
import type { CommandCall, CommandOutcome } from '../command.ts';
import { openProject } from '../project/open-project.ts';

/** `service config print`: what counts after flags, variables, file and defaults, and with --origin who said so. */
export async function runConfigPrint(call: CommandCall): Promise<CommandOutcome> {
  const project = await openProject(call);
  const rows = listSettled(project);
  const origin = call.flags.switch('origin');
  return {
    exit: 'ok',
    data: { file: project.configFile ?? null, settings: rows.map((row): JsonObject => ({ ...row })) },
    diagnostics: project.warnings,
    sources: project.sources,
    text: table(
      rows.map((row) => (origin ? [row.path, row.origin, row.value] : [row.path, row.value])),
      call.output.stdout.width,
    ),
  };
}
