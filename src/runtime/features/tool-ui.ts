import { type BuiltWidgets, surroundLists, widgetExtension } from '../mcp/tool-ui/surround-lists.ts';
import { servesWidgets } from '../model/index.ts';
import { defineFeature } from './application/define-feature.ts';
import type { FeatureFactory } from './application/feature.ts';

/** Widgets of tools (MCP Apps, SEP-1865), as a build has put them into the bundle. */
export const toolUiWith = (widgets: BuiltWidgets): FeatureFactory =>
  defineFeature('tool-ui', ({ logger, runtime: { model } }) => {
    const tools = model.tools.filter(({ ui }) => ui !== undefined);
    if (!servesWidgets(model.options) || tools.length === 0) return {};
    const unbuilt = tools.filter(({ id, ui }) => ui?.['template'] !== undefined && widgets[id] === undefined);
    if (unbuilt.length > 0)
      logger.warn('these tools have widgets that a build makes: run the project with "service dev" or "service build" to see them', {
        tools: unbuilt.map(({ listedName }) => listedName),
      });
    return { extensions: { [widgetExtension]: {} }, around: { methods: surroundLists(widgets) } };
  });

/** Where nothing was built there are no widgets, and tools say who may call them. */
export const toolUi = toolUiWith({});
