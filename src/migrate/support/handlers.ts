import { ProtocolError, type ToolResult } from '@service/sdk';
import { callExtra, type CallContext, type CallExtra } from './call-extra.ts';
import { runCall } from './current-server.ts';

/** The JSON-RPC error that the official SDK makes of what a handler throws. */
function protocolError(error: unknown): ProtocolError {
  if (error instanceof ProtocolError) return error;
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  const data = typeof error === 'object' && error !== null && 'data' in error ? error.data : undefined;
  const more = typeof data === 'object' && data !== null ? { data: { ...data } } : {};
  return new ProtocolError(typeof code === 'number' && Number.isSafeInteger(code) ? code : -32603, textOf(error), more);
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A question of 2026-07-28 ends the handler on its way to the client, and it is no failure of the handler's. */
const isQuestion = (error: unknown): boolean => error instanceof Error && error.name === 'InputRequired';

const urlElicitationRequired = -32042;

/** A tool of the official SDK: what it throws becomes a result with `isError`. */
export function fromToolHandler<I>(
  handler: (input: I, extra: CallExtra) => unknown,
): (input: I, context: CallContext) => Promise<ToolResult> {
  return (input, context) =>
    runCall(context, async (): Promise<ToolResult> => {
      try {
        return (await handler(input, callExtra(context))) as ToolResult;
      } catch (error) {
        if (isQuestion(error)) throw error;
        if (protocolError(error).rpcCode === urlElicitationRequired) throw protocolError(error);
        return { content: [{ type: 'text', text: textOf(error) }], isError: true };
      }
    });
}

export const fromToolHandlerWithoutInput = (handler: (extra: CallExtra) => unknown) =>
  fromToolHandler((_input: unknown, extra) => handler(extra));

/** A resource of the official SDK gets its URI as a `URL`. */
export const fromResourceHandler = (handler: (uri: URL, extra: CallExtra) => unknown) => (uri: string, context: CallContext) =>
  answer(context, (extra) => handler(new URL(uri), extra));

export const fromTemplateHandler =
  (handler: (uri: URL, variables: Record<string, string>, extra: CallExtra) => unknown) =>
  (uri: string, variables: Record<string, string>, context: CallContext) =>
    answer(context, (extra) => handler(new URL(uri), variables, extra));

/** @param shape schemas of the arguments, where they say more than that an argument is a text */
export const fromPromptHandler =
  <A>(handler: (args: A, extra: CallExtra) => unknown, shape: Readonly<Record<string, ArgumentSchema>> = {}) =>
  (args: A, context: CallContext) =>
    answer(context, async (extra) => handler({ ...args, ...(await parse(shape, args)) }, extra));

export const fromPromptHandlerWithoutArguments = (handler: (extra: CallExtra) => unknown) => (_args: unknown, context: CallContext) =>
  answer(context, handler);

/** Runs a handler whose failures are JSON-RPC errors. */
export const answer = (context: CallContext, work: (extra: CallExtra) => unknown): Promise<unknown> =>
  runCall(context, async () => {
    try {
      return await work(callExtra(context));
    } catch (error) {
      throw isQuestion(error) ? error : protocolError(error);
    }
  });

interface ArgumentSchema {
  parseAsync(value: unknown): Promise<unknown>;
}

async function parse(shape: Readonly<Record<string, ArgumentSchema>>, args: unknown): Promise<Record<string, unknown>> {
  const parsed: Record<string, unknown> = {};
  const given = typeof args === 'object' && args !== null ? args : {};
  for (const [name, schema] of Object.entries(shape)) {
    const value = await schema.parseAsync(Reflect.get(given, name)).catch((error: unknown) => {
      throw new ProtocolError(-32602, `Invalid arguments: ${textOf(error)}`);
    });
    if (value !== undefined) parsed[name] = value;
  }
  return parsed;
}
