import { closestName } from '@service/sdk/internal';
import { pageOf, type PaintedPage, table } from '@service/sdk/terminal';
import type { Json, JsonObject } from '@service/sdk/model';
import { build, type BuildResult } from '../../compiler/index.ts';
import { hasErrors, sortDiagnostics } from '../../compiler/diagnostics/index.ts';
import type { CommandCall, CommandOutcome } from '../command.ts';
import { inspect, type InspectedTarget, inspectionData, type Model, placeOf } from '../inspect/inspection.ts';
import { printInspection } from '../inspect/print-inspection.ts';
import { compileRequest, openProject, targetOf } from '../project/open-project.ts';
import { usageError } from '../cli-error.ts';
import { inspectPage } from '../inspect/inspect-page.ts';
import { searchEntries } from '../inspect/search-entries.ts';
import { countTokens } from '../inspect/check-budgets.ts';

/** `service inspect`: shows the server as clients see it, its cost for a model, and the contents of each bundle with reasons. */
export async function runInspect(call: CommandCall): Promise<CommandOutcome> {
  if (call.flags.has('search') && call.arguments.length > 0)
    throw usageError('usage', '`service inspect` takes the name of a tool or --search, not both', { hint: 'Leave one of them out' });
  const address = call.flags.text('page');
  if (address !== undefined) {
    if (call.flags.has('search') || call.arguments.length > 0)
      throw usageError('usage', '--page shows a server whole', { hint: 'Leave out --search and the name of the tool' });
    return inspectPage(call, address);
  }
  const project = await openProject(call, 'look');
  const progress = call.output.progress('Inspecting');
  const targets: InspectedTarget[] = [];
  let last: BuildResult | undefined;
  try {
    for (const deployment of project.deployments) {
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
  const question = call.flags.text('search');
  if (question !== undefined)
    return { exit: hasErrors(diagnostics) ? 'failure' : 'ok', ...searchEntries(last.model, question, page), diagnostics, sources };
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

/**
 * One tool with everything that clients get of it.
 * @throws {CliError} exit 2 for a name that no tool has
 */
async function inspectTool(model: Model, name: string, page: PaintedPage): Promise<{ readonly data: JsonObject; readonly text: string }> {
  const { tools } = model.server;
  const tool = tools.find(({ listedName }) => listedName === name);
  if (tool === undefined) {
    const names = tools.map(({ listedName }) => listedName);
    throw usageError('unknown-tool', `This server has no tool named '${name}'`, {
      hint: '`service inspect` lists them',
      suggestion: closestName(name, names),
    });
  }
  const { total } = await countTokens({ ...model.server, tools: [{ ...tool, visibility: 'public' }] });
  const facts = {
    name: tool.listedName,
    description: tool.description,
    owner: tool.owner.map(({ id }) => id).join(' / '),
    place: placeOf(model, tool.id),
    tags: tool.tags?.join(', '),
    visibility: tool.visibility,
    tokens: total,
  };
  const schemas: readonly (readonly [string, Json | undefined])[] = [
    ['annotations', tool.annotations],
    ['inputSchema', tool.inputSchema],
    ['outputSchema', tool.outputSchema],
    ['examples', tool.examples?.map((example): JsonObject => ({ ...example }))],
  ];
  const rows = Object.entries(facts).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]));
  const printed = schemas.flatMap(([title, value]) =>
    value === undefined ? [] : ['', page.paint('bold', title), JSON.stringify(value, undefined, 2)],
  );
  return { data: { ...facts, ...Object.fromEntries(schemas) }, text: [table(rows, page.width), ...printed].join('\n') };
}
