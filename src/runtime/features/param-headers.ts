import { checkToolHeaders } from '../http/transports/param-headers.ts';
import type { FeatureFactory } from './application/feature.ts';

/** Arguments that tools mark with `x-mcp-header` are what their `Mcp-Param-*` headers say. */
export const paramHeaders: FeatureFactory = ({ runtime: { registry } }) => ({
  name: 'param-headers',
  checkToolHeaders: (readHeader, params) => checkToolHeaders((name) => registry.findTool(name), readHeader, params),
});
