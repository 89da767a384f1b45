import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { diagnose, type Diagnostic } from '../../diagnostics/index.ts';
import type { CompiledModel } from '../../model/compiled-model.ts';
import type { SpanOfOption } from '../../model/page-path.ts';
import { writtenWidgets } from '../../model/written-widgets.ts';

/** Files that `ui.template` names, and that are not there: a check says it, before anything is bundled. */
export const checkWidgetFiles = (models: readonly CompiledModel[], root: string, locationOf: SpanOfOption): readonly Diagnostic[] =>
  writtenWidgets(models, root, locationOf).flatMap(({ span, template, tool }) => {
    if ('text' in template || existsSync(template.file)) return [];
    const { file, written } = template;
    return [diagnose('widget-missing', { tool: tool.listedName, written, file: relative(root, file).replaceAll('\\', '/') }, { span })];
  });
