import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isRecord } from '../std/index.ts';
import { headOf, type AnswerHead } from './function-answer.ts';
import type { InvocationContext, Invoked } from './invocation.ts';

/** What the runtime makes of a function that writes its answer. */
export type StreamingFunction = object;

type Stream = (event: unknown, output: Writable, context: InvocationContext) => Promise<void>;

/** A global of the service's runtime. */
interface StreamingRuntime {
  streamifyResponse(stream: Stream): StreamingFunction;
  readonly HttpResponseStream: { from(output: Writable, head: AnswerHead): Writable };
}

const isStreamingRuntime = (value: unknown): value is StreamingRuntime =>
  isRecord(value) && typeof value['streamifyResponse'] === 'function' && value['HttpResponseStream'] !== undefined;

/** The function that writes answers as they are made; undefined outside a runtime that has streams. */
export function streaming(invoke: (event: unknown, context: InvocationContext) => Promise<Invoked>): StreamingFunction | undefined {
  const runtime: unknown = Reflect.get(globalThis, 'awslambda');
  if (!isStreamingRuntime(runtime)) return undefined;
  return runtime.streamifyResponse(async (event, output, context) => {
    const { invocation, response, shape } = await invoke(event, context);
    const target = runtime.HttpResponseStream.from(output, headOf(response, shape));
    // The head is sent with the first chunk, which an answer without a body does not have.
    target.write('');
    await pipeline(response.body === null ? Readable.from([]) : Readable.fromWeb(response.body), target);
    await invocation.end();
  });
}
