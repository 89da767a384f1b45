import { isJsonObject, type JsonObject, servesWidgets, type ToolModel } from '@service/sdk/model';
import type { CompiledModel } from './compiled-model.ts';
import { pagePath, type SpanOfOption } from './page-path.ts';
import type { Span } from './span.ts';

/** A text, or a file by its absolute path and as it was written. */
export type WidgetTemplate =
  | { readonly kind: 'html' | 'markdown'; readonly text: string }
  | { readonly kind: 'html' | 'markdown' | 'function' | 'react'; readonly file: string; readonly written: string };

/** `ui.template` of a tool, as it is written. */
interface WrittenWidget {
  readonly tool: ToolModel;
  readonly ui: JsonObject;
  readonly template: WidgetTemplate;
  /** The tool, as options are found by. */
  readonly label: string;
  readonly span: Span | undefined;
}

/** The widgets of all tools. Where a tool differs by environment, its first widget counts. */
export function writtenWidgets(models: readonly CompiledModel[], root: string, locationOf: SpanOfOption): readonly WrittenWidget[] {
  const widgets = new Map<string, WrittenWidget>();
  for (const { entry, server, spans } of models) {
    if (!servesWidgets(server.options)) continue;
    for (const tool of server.tools) {
      const { id, name, ui } = tool;
      if (ui?.['template'] === undefined || widgets.has(id)) continue;
      const label = `tool "${name}"`;
      const span = locationOf(label, 'ui.template.file') ?? locationOf(label, 'ui.template') ?? spans[id];
      const template = templateOf(ui, (written) => pagePath({ root, written, from: span?.file, entry: entry.file }));
      if (template !== undefined) widgets.set(id, { tool, ui, template, label, span });
    }
  }
  return [...widgets.values()];
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
