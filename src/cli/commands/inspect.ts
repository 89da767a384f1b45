import { pageOf } from '@service/sdk/terminal';
import { build } from '../../compiler/index.ts';
import type { ProjectDeployment } from '../../config/load-project.ts';
import type { BuildResult } from '../../compiler/index.ts';
import { hasErrors, sortDiagnostics } from '../../compiler/diagnostics/index.ts';
import type { CommandCall, CommandOutcome } from '../command.ts';
import { inspect, inspectionData } from '../inspect/inspection.ts';
import { inspectTool } from '../inspect/inspect-tool.ts';
import type { InspectedTarget } from '../inspect/inspection.ts';
import { printInspection } from '../inspect/print-inspection.ts';
import { canBuild, compileRequest, openProject, targetOf } from '../project/open-project.ts';

/** Targets of other versions are left out, unless the config lists no others: then building one explains why it fails. */
function inspectable(deployments: readonly ProjectDeployment[]): readonly ProjectDeployment[] {
  const known = deployments.filter(canBuild);
  return known.length === 0 ? deployments : known;
}

/** `service inspect`: shows the server as clients see it, its cost for a model, and the contents of each bundle with reasons. */
export async function runInspect(call: CommandCall): Promise<CommandOutcome> {
  const project = await openProject(call, 'look');
  const progress = call.output.progress('Inspecting');
  const targets: InspectedTarget[] = [];
  let last: BuildResult | undefined;
  try {
    for (const deployment of inspectable(project.deployments)) {
      const target = await targetOf(deployment);
      last = await build(compileRequest(project, deployment, { typeCheck: false, call }), target);
      if (last.output !== undefined) targets.push({ name: target.name, report: last.output.report });
    }
  } finally {
    progress.done();
  }
  const diagnostics = sortDiagnostics([...project.warnings, ...(last?.diagnostics ?? [])]);
  const sources = new Map([...project.sources, ...(last?.sources ?? [])]);
  if (last?.model === undefined) return { exit: 'failure', data: null, diagnostics, sources };
  const [asked] = call.arguments;
  const page = pageOf(call.output.stdout);
  if (asked !== undefined)
    return { exit: hasErrors(diagnostics) ? 'failure' : 'ok', ...(await inspectTool(last.model, asked, page)), diagnostics, sources };
  const inspection = await inspect(last.model, targets, project);
  return {
    exit: hasErrors(diagnostics) ? 'failure' : inspection.budgets.some(({ exceeded }) => exceeded) ? 'checkFailed' : 'ok',
    data: inspectionData(inspection),
    diagnostics,
    sources,
    text: printInspection(inspection, page),
  };
}
