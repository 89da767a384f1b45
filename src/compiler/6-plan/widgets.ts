import { isJsonObject, type JsonObject, servesWidgets, type ToolModel } from '@service/sdk/model';
import type { PlannedWidget, WidgetTemplate } from '../compile-types.ts';
import type { CompiledModel } from '../model/compiled-model.ts';
import { pagePath, type SpanOfOption } from './page-path.ts';

/** Widgets by the ids of their tools. Where a tool differs by environment, its first widget counts. */
export type PlannedWidgets = ReadonlyMap<string, PlannedWidget>;

/** `ui.template` of all tools. */
export function planWidgets(models: readonly CompiledModel[], root: string, locationOf: SpanOfOption): PlannedWidgets {
  const widgets = new Map<string, PlannedWidget>();
  for (const { entry, server, spans } of models) {
    if (!servesWidgets(server.options)) continue;
    for (const tool of server.tools) {
      const { id, listedName, name, ui } = tool;
      if (ui?.['template'] === undefined || widgets.has(id)) continue;
      const label = `tool "${name}"`;
      const span = locationOf(label, 'ui.template.file') ?? locationOf(label, 'ui.template') ?? spans[id];
      const template = templateOf(ui, (written) => pagePath({ root, written, from: span?.file, entry: entry.file }));
      if (template === undefined) continue;
      widgets.set(id, {
        name: `widget-${widgets.size}`,
        tool: listedName,
        template,
        ui,
        unwrap: unwrapped(tool.output),
        span,
        spanOfCsp: locationOf(label, 'ui.csp') ?? span,
      });
    }
  }
  return widgets;
}

const kinds: readonly (readonly [ending: RegExp, kind: 'html' | 'markdown' | 'function' | 'react'])[] = [
  [/\.html$/, 'html'],
  [/\.md$/, 'markdown'],
  [/\.[jt]sx$/, 'react'],
  [/\.[jt]s$/, 'function'],
];

function templateOf({ template, uiType }: JsonObject, fileOf: (written: string) => string): WidgetTemplate | undefined {
  if (typeof template === 'string') {
    const isHtml = uiType === 'html' || (uiType !== 'markdown' && template.trimStart().startsWith('<'));
    return { kind: isHtml ? 'html' : 'markdown', text: template };
  }
  const written = isJsonObject(template) ? template['file'] : undefined;
  const kind = typeof written === 'string' ? kinds.find(([ending]) => ending.test(written))?.[1] : undefined;
  return typeof written !== 'string' || kind === undefined ? undefined : { kind, written, file: fileOf(written) };
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
