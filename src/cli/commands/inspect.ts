import type { EntryModel, Json, JsonObject } from '@service/sdk/model';
import { build } from '../../compiler/index.ts';
import type { BuildResult } from '../../compiler/index.ts';
import { hasErrors, sortDiagnostics } from '../../compiler/diagnostics/index.ts';
import type { CommandCall, CommandOutcome } from '../command.ts';
import { compileRequest, openProject, targetOf } from '../project/open-project.ts';
import { printSize } from '../project/print-size.ts';
import { columns } from '../terminal.ts';

type Model = NonNullable<BuildResult['model']>;
type Report = NonNullable<BuildResult['output']>['report'];

/** `service inspect`: the server as clients will see it, and for each target which features are bundled and why. */
export async function runInspect(call: CommandCall): Promise<CommandOutcome> {
  const project = await openProject(call);
  const progress = call.output.progress('Inspecting');
  const targets: { readonly name: string; readonly report: Report }[] = [];
  let last: BuildResult | undefined;
  for (const deployment of project.deployments) {
    const target = await targetOf(deployment);
    last = await build(compileRequest(project, deployment, { typeCheck: false, signal: call.signal }), target);
    if (last.output !== undefined) targets.push({ name: target.name, report: last.output.report });
  }
  progress.done();
  const diagnostics = sortDiagnostics([...project.warnings, ...(last?.diagnostics ?? [])]);
  const sources = new Map([...project.sources, ...(last?.sources ?? [])]);
  const model = last?.model;
  if (model === undefined) return { exit: 'failure', data: null, diagnostics, sources };
  return {
    exit: hasErrors(diagnostics) ? 'failure' : 'ok',
    data: inspectData(model, targets),
    diagnostics,
    sources,
    text: printInspection(model, targets),
  };
}

function inspectData(model: Model, targets: readonly { readonly name: string; readonly report: Report }[]): JsonObject {
  const { server } = model;
  const entry = (item: EntryModel): JsonObject => ({
    name: item.listedName,
    description: item.description,
    owner: item.owner.map((owner) => owner.id),
    streams: model.facts[item.id]?.streams,
  });
  return {
    server: { name: server.info.name, version: server.info.version },
    apps: server.apps.map((app): Json => ({ id: app.id, name: app.name, description: app.description })),
    tools: server.tools.map(entry),
    resources: server.resources.map((item): Json => ({ ...entry(item), uri: item.uri })),
    resourceTemplates: server.resourceTemplates.map((item): Json => ({ ...entry(item), uriTemplate: item.uriTemplate })),
    prompts: server.prompts.map(entry),
    providers: server.providers.map((provider): Json => ({ name: provider.name, scope: provider.scope, form: provider.form })),
    targets: targets.map(({ name, report }): Json => ({
      target: name,
      bytes: report.bytes,
      gzipBytes: report.gzipBytes,
      features: report.features.map((feature): Json => ({ ...feature })),
      packages: report.packages.map((part): Json => ({ ...part })),
    })),
  };
}

function printInspection(model: Model, targets: readonly { readonly name: string; readonly report: Report }[]): string {
  const { server } = model;
  const section = (title: string, rows: readonly (readonly string[])[]): readonly string[] =>
    rows.length === 0 ? [] : [`${title} (${rows.length})`, columns(rows.map((row) => [`  ${row[0] ?? ''}`, ...row.slice(1)])), ''];
  const lines = [
    `${server.info.name} ${server.info.version}`,
    '',
    ...section(
      'Apps',
      server.apps.map((app) => [app.id, app.description ?? app.name]),
    ),
    ...section(
      'Tools',
      server.tools.map((tool) => [tool.listedName, tool.description ?? '(no description)']),
    ),
    ...section(
      'Resources',
      server.resources.map((resource) => [resource.listedName, resource.uri, resource.description ?? '']),
    ),
    ...section(
      'Resource templates',
      server.resourceTemplates.map((template) => [template.listedName, template.uriTemplate, template.description ?? '']),
    ),
    ...section(
      'Prompts',
      server.prompts.map((prompt) => [prompt.listedName, prompt.description ?? '(no description)']),
    ),
    ...section(
      'Providers',
      server.providers.map((provider) => [provider.name, provider.scope, provider.form]),
    ),
    ...targets.flatMap(({ name, report }) => [
      ...section(
        `Features of ${name}, ${printSize(report.bytes)}, ${printSize(report.gzipBytes)} gzip`,
        report.features.map((feature) => [feature.name, feature.because]),
      ),
      ...section(
        `Largest parts of ${name}`,
        report.packages.slice(0, 5).map((part) => [part.name, printSize(part.bytes)]),
      ),
    ]),
  ];
  return lines.join('\n').trimEnd();
}
