import type { ToolResult } from '@service/sdk';
import type { CallContext, CallExtra } from './call-extra.ts';
import { answer } from './handlers.ts';

/** A handler of the low-level `Server`: one function for every entry of a kind. */
type RequestHandler<P> = (request: { readonly method: string; readonly params: P }, extra: CallExtra) => unknown;

/** A listed tool, answered by the handler of `tools/call`. */
export const fromToolRequest =
  (name: string, handler: RequestHandler<{ name: string; arguments: Record<string, unknown> }>) =>
  async (input: unknown, context: CallContext): Promise<ToolResult> =>
    (await answer(context, (extra) =>
      handler({ method: 'tools/call', params: { name, arguments: input as Record<string, unknown> } }, extra),
    )) as ToolResult;

/** A listed resource, answered by the handler of `resources/read`. */
export const fromReadRequest = (handler: RequestHandler<{ uri: string }>) => (uri: string, context: CallContext) =>
  answer(context, (extra) => handler({ method: 'resources/read', params: { uri } }, extra));

/** A listed prompt, answered by the handler of `prompts/get`. */
export const fromPromptRequest =
  (name: string, handler: RequestHandler<{ name: string; arguments: unknown }>) => (args: unknown, context: CallContext) =>
    answer(context, (extra) => handler({ method: 'prompts/get', params: { name, arguments: args } }, extra));

/** A JSON Schema that is listed and not enforced: a low-level server checks arguments in its handler, in words of its own. */
export const listedSchema = (schema: object) => {
  const asIs = (): Record<string, unknown> => ({ ...schema });
  return {
    '~standard': {
      version: 1,
      vendor: 'json-schema',
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: asIs, output: asIs },
    },
  } as const;
};
