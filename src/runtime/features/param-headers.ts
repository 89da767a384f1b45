import { checkToolHeaders } from '../http/transports/param-headers.ts';
import { defineFeature } from './application/define-feature.ts';

/** Arguments that tools mark with `x-mcp-header` are what their `Mcp-Param-*` headers say. */
export const paramHeaders = defineFeature('param-headers', ({ runtime }) => ({
  checkToolHeaders: (readHeader, params) => checkToolHeaders((name) => runtime.registry.findTool(name), readHeader, params),
}));
