import { paintFor } from '@service/sdk/terminal';
import type { JsonObject } from '@service/sdk/model';
import { contractChanges, contractOf, type ContractChange } from '../../compiler/contract/index.ts';
import { analyse, type AnalysisResult } from '../../compiler/index.ts';
import { sortDiagnostics, type Diagnostic } from '../../compiler/diagnostics/index.ts';
import type { CommandCall, CommandOutcome } from '../command.ts';
import { contractBefore } from '../contract/contract-before.ts';
import { annotateChanges, changesAsSarif, contractReport, printChanges, type ContractReport } from '../contract/print-changes.ts';
import { compileRequest, openProject } from '../project/open-project.ts';
import { repositorySpans } from '../repository-paths.ts';
import { cliVersion } from '../versions.ts';

type Model = NonNullable<AnalysisResult['model']>;

/** `service contract diff`: what the present sources promise clients, compared with a file or a commit. Exit 5 when something breaks them. */
export async function runContractDiff(call: CommandCall): Promise<CommandOutcome> {
  const project = await openProject(call);
  const before = await contractBefore(project, call);
  const progress = call.output.progress('Comparing');
  const { model, diagnostics, sources } = await analyse(
    compileRequest(project, project.deployments[0], { typeCheck: false, call }),
  ).finally(() => progress.done());
  if (model === undefined)
    return { exit: 'failure', data: null, diagnostics: sortDiagnostics(diagnostics), sources, projectRoot: project.root };
  const now = contractOf(model.server, model.decidedAtStart);
  const changes = contractChanges(before.contract, now);
  const report = contractReport(before.from, changes, { from: before.contract.server.version, now: now.server.version });
  const data = reportData(report);
  const spanOf = spansOf(model, project.root);
  return {
    exit: report.counts.breaking > 0 ? 'checkFailed' : 'ok',
    data,
    formatted: {
      github: annotateChanges(report, ({ of, name }) => spanOf(entryId(model, of, name))),
      // Services that show results refuse one without a location.
      sarif: changesAsSarif(report, ({ of, name }) => spanOf(entryId(model, of, name)) ?? spanOf('server'), cliVersion()),
      json: JSON.stringify(data, undefined, 2),
    },
    text: printChanges(report, paintFor(call.output.stdout)),
  };
}

const reportData = ({ from, changes, counts, version }: ContractReport): JsonObject => ({
  against: from,
  changes: changes.map((change): JsonObject => ({ ...change })),
  counts: { ...counts },
  version: { ...version },
});

/** Where a thing of the model is declared, as the repository names the file. A removed entry is nowhere. */
function spansOf({ spans }: Model, projectRoot: string): (id: string) => Diagnostic['span'] {
  const inRepository = repositorySpans(projectRoot);
  return (id) => (spans[id] === undefined ? undefined : inRepository(spans[id]));
}

/** Empty for an entry that is no longer there. */
function entryId(model: Model, of: ContractChange['of'], name: string): string {
  const { tools, resources, resourceTemplates, prompts } = model.server;
  const entries = {
    tool: tools.map(({ id, listedName }) => ({ id, name: listedName })),
    resource: resources.map(({ id, uri }) => ({ id, name: uri })),
    'resource template': resourceTemplates.map(({ id, uriTemplate }) => ({ id, name: uriTemplate })),
    prompt: prompts.map(({ id, listedName }) => ({ id, name: listedName })),
    skill: [],
    server: [{ id: 'server', name }],
  };
  return entries[of].find((entry) => entry.name === name)?.id ?? '';
}
