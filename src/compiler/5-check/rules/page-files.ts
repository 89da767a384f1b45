import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { diagnose, type Diagnostic } from '../../diagnostics/index.ts';
import type { CompiledModel } from '../../model/compiled-model.ts';
import type { SpanOfOption } from '../../model/page-path.ts';
import { writtenAuthPages } from '../../model/written-auth-pages.ts';
import { writtenWidgets } from '../../model/written-widgets.ts';

/** Files that `ui.template` names, and that are not there: a check says it, before anything is bundled. */
export const checkWidgetFiles = (models: readonly CompiledModel[], root: string, locationOf: SpanOfOption): readonly Diagnostic[] =>
  writtenWidgets(models, root, locationOf).flatMap(({ span, template, tool }) => {
    if ('text' in template || existsSync(template.file)) return [];
    const { file, written } = template;
    return [diagnose('widget-missing', { tool: tool.listedName, written, file: shownPath(root, file) }, { span })];
  });

/** Files that `auth.ui` names, and that are not there; each once. */
export function checkAuthPageFiles(models: readonly CompiledModel[], root: string, locationOf: SpanOfOption): readonly Diagnostic[] {
  const pages = writtenAuthPages(models, root, locationOf).flatMap((mount) => mount.pages);
  return pages
    .filter(({ file }, at) => pages.findIndex((one) => one.file === file) === at && !existsSync(file))
    .map(({ file, span, written }) => diagnose('auth-page-missing', { written, file: shownPath(root, file) }, { span }));
}

const shownPath = (root: string, file: string): string => relative(root, file).replaceAll('\\', '/');
