import type { ToolModel } from '@service/sdk/model';
import type { PlannedWidget } from '../compile-types.ts';
import type { CompiledModel } from '../model/compiled-model.ts';
import type { SpanOfOption } from '../model/page-path.ts';
import { writtenWidgets } from '../model/written-widgets.ts';

/** Widgets by the ids of their tools. Where a tool differs by environment, its first widget counts. */
export type PlannedWidgets = ReadonlyMap<string, PlannedWidget>;

/** `ui.template` of all tools. */
export function planWidgets(models: readonly CompiledModel[], root: string, locationOf: SpanOfOption): PlannedWidgets {
  const widgets = new Map<string, PlannedWidget>();
  for (const { label, span, template, tool, ui } of writtenWidgets(models, root, locationOf))
    widgets.set(tool.id, {
      name: `widget-${widgets.size}`,
      tool: tool.listedName,
      template,
      ui,
      unwrap: unwrapped(tool.output),
      span,
      spanOfCsp: locationOf(label, 'ui.csp') ?? span,
    });
  return widgets;
}

/** Where the run time puts a value that is no object. */
function unwrapped(output: ToolModel['output']): string | undefined {
  if (output.kind === 'array') return 'value';
  if (output.kind === 'date') return 'iso';
  const isValue = output.kind === 'content' && !output.list && ['string', 'number', 'boolean'].includes(output.types[0] ?? '');
  return output.kind === 'primitive' || isValue ? 'content' : undefined;
}

/** Imports and one call; the documents are made before the rest is bundled (phase 7). */
export function printWidgets(widgets: PlannedWidgets): string {
  const rows = [...widgets].map(([id], at) => `  ${JSON.stringify(id)}: widget${at},`);
  return [
    'import { toolUiWith } from "@service/sdk/features/tool-ui";',
    ...[...widgets.values()].map(({ name }, at) => `import widget${at} from "service:${name}";`),
    `export const toolUi = toolUiWith({\n${rows.join('\n')}\n});`,
    '',
  ].join('\n');
}
