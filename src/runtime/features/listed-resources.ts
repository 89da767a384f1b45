import { surroundResourceList } from '../mcp/call/list-resources.ts';
import { mayChange } from '../model/index.ts';
import { defineFeature } from './application/define-feature.ts';
import { extending } from './application/extend.ts';

/** Resources that templates list while the server runs. */
export const listedResources = defineFeature('listed-resources', ({ runtime: { model } }) =>
  mayChange(model) || model.resourceTemplates.some(({ lists }) => lists === true)
    ? { extend: extending({ around: { 'resources/list': surroundResourceList } }) }
    : {},
);
