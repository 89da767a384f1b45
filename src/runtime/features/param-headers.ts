import { checkParamHeaders, tableOf } from '../http/transports/param-headers.ts';
import { guarding } from '../mcp/call/admission.ts';
import { defineFeature } from './application/define-feature.ts';

/** Arguments that tools mark with `x-mcp-header` are what their `Mcp-Param-*` headers say, for callers whom the guards before it admit. */
export const paramHeaders = defineFeature('param-headers', () => ({
  around: {
    use: guarding({
      concerns: ({ model }) => model.kind === 'tool' && tableOf(model.inputSchema).length > 0,
      lists: () => true,
      admit: ({ model }, { origin, request }) => {
        if (model.kind === 'tool' && origin === 'client')
          checkParamHeaders((name) => request.http.header(name), model.inputSchema, request.repeated);
        return undefined;
      },
    }),
  },
}));
