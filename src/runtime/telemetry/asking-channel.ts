import { SpanKind } from '@opentelemetry/api';
import type { Context } from '@opentelemetry/api';
import type { CallChannel } from '../mcp/call/channel.ts';
import { innermost } from './propagation.ts';
import { runInSpan } from './tracer.ts';

/** A call's channel whose questions have a span each; what was asked and answered is not on it. */
export function askingChannel(channel: CallChannel, own: Context): CallChannel {
  return {
    signal: channel.signal,
    notify: (method, params) => channel.notify(method, params),
    ask: (question) =>
      runInSpan(
        { name: question.method, kind: SpanKind.CLIENT, parent: innermost(own), attributes: { 'mcp.method.name': question.method } },
        () => channel.ask(question),
      ),
    ...(channel.progressToken === undefined ? {} : { progressToken: channel.progressToken }),
    ...(channel.closeStream === undefined ? {} : { closeStream: (retryMs) => channel.closeStream?.(retryMs) ?? false }),
    ...(channel.startTask === undefined ? {} : { startTask: async () => channel.startTask?.() }),
  };
}
