import { functionPlatform } from './called-platform.ts';
import { createFetchHost } from './fetch.ts';
import {
  inOnePiece,
  type FunctionAnswer,
  streaming,
  type StreamingFunction,
  Invocation,
  type InvocationContext,
  type Invoked,
} from './function-answer.ts';
import { readEvent } from './function-event.ts';
import type { HostedServer } from './host.ts';
import { answerMalformed } from './malformed-request.ts';

/** A server as the exports that a function service calls with an event for each HTTP request. */
export interface HttpFunction {
  /** Answers in one piece: events of HTTP APIs, REST APIs, function URLs and load balancers. */
  readonly handler: (event: unknown, context?: InvocationContext) => Promise<FunctionAnswer>;
  /** Writes an answer while it is made; undefined where the runtime has no streams. */
  readonly stream: StreamingFunction | undefined;
}

/** The first event starts the server; later ones share it. */
export function createFunction(hosted: HostedServer): HttpFunction {
  const addresses = new WeakMap<Request, string>();
  const answer = createFetchHost(hosted, { ...functionPlatform(), peerAddress: (request) => addresses.get(request) });
  const invoke = async (event: unknown, context: InvocationContext): Promise<Invoked> => {
    const invocation = new Invocation(context);
    const { address, request, shape } = readEvent(event, invocation.signal);
    if (request === undefined) return { response: answerMalformed(), shape, invocation };
    if (address !== undefined) addresses.set(request, address);
    return { response: await invocation.within(answer(request, {}, invocation)), shape, invocation };
  };
  return {
    handler: async (event, context = {}) => inOnePiece(await invoke(event, context)),
    stream: streaming(invoke),
  };
}
