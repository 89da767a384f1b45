import type { Json } from './wire.ts';

/** Messages of a stream of server-sent events as they come, until the server ends it. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<Json> {
  let rest = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const events = (rest + chunk).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) yield* readBody(dataOf(event));
  }
}

const dataOf = (event: string): string =>
  event
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(line.startsWith('data: ') ? 6 : 5))
    .join('\n');

/** A body as JSON; one that is no JSON is one text. */
export function readBody(text: string): Json[] {
  if (text === '') return [];
  try {
    return [JSON.parse(text) as Json];
  } catch {
    return [text];
  }
}
