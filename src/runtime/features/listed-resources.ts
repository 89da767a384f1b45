import { surroundResourceList } from '../mcp/call/list-resources.ts';
import { mayChange } from '../model/index.ts';
import { defineFeature } from './application/define-feature.ts';

/** Resources that templates list while the server runs. */
export const listedResources = defineFeature('listed-resources', ({ runtime: { model } }) =>
  mayChange(model) || model.resourceTemplates.some(({ lists }) => lists === true)
    ? { around: { methods: { 'resources/list': surroundResourceList } } }
    : {},
);
