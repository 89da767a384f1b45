import { InputRequired, ProtocolError, PublicMcpError, ServiceError } from '../../errors/index.ts';
import type { JsonObject, ToolResult } from '../../model/index.ts';
import { callTool } from '../methods/tools-call.ts';
import type { CallRequest } from './call-request.ts';
import type { InnerCall } from './call-pipeline.ts';
import type { ServerRuntime } from './server-runtime.ts';

/** `this.callTool` of any entry: the whole call again, for `internal` tools too. Its failures are the author's to handle. */
export async function callInner(runtime: ServerRuntime, request: CallRequest, call: InnerCall): Promise<ToolResult> {
  const { args, name, progressToken } = call;
  if (progressToken !== undefined && progressToken !== request.channel.progressToken) throw foreignToken(name, progressToken);
  try {
    const inner = { ...request, channel: innerChannel(request, call), depth: (request.depth ?? 0) + 1 };
    return await callTool({ runtime, request: inner, origin: call.origin ?? 'entry' }, { name, arguments: args });
  } catch (error) {
    // An unknown inner tool is no fault of the client's request.
    if (error instanceof ProtocolError && !(error instanceof InputRequired) && error.rpcCode === -32602)
      throw new PublicMcpError(error.message, 'TOOL_NOT_FOUND', 404);
    throw error;
  }
}

/** A client hears of tokens alone that it sent with a request that runs (MCP, progress). */
const foreignToken = (name: string, token: string | number): ServiceError =>
  new ServiceError(
    'SERVER_ERROR',
    `this.callTool(${JSON.stringify(name)}): progressToken ${JSON.stringify(token)} is not the token that the client sent with this call; leave it out: the called tool reports under that token`,
  );

function innerChannel({ channel }: CallRequest, { onAsk, signal }: InnerCall): CallRequest['channel'] {
  return {
    signal,
    progressToken: channel.progressToken,
    notify: (method, params) => channel.notify(method, params),
    ask: async (question) => {
      let ask: (answered: Promise<JsonObject>) => void = () => undefined;
      const answered = new Promise<JsonObject>((resolve) => (ask = resolve));
      onAsk(answered);
      ask(channel.ask(question));
      return answered;
    },
  };
}
