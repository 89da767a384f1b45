/** Characters of one event, of one line or many: a server that never ends one must not fill the memory. */
const maxEventLength = 64 * 1024 * 1024;

/** One server-sent event. */
export interface ServerEvent {
  /** `message`, unless the server names it. */
  readonly event: string;
  readonly data: string;
}

/** The events of a stream that have data (WHATWG HTML, section 9.2.6). */
export async function* readEvents(body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder();
  let rest = '';
  let heldBreak = '';
  let event = 'message';
  let data: string[] = [];
  let length = 0;
  for await (const chunk of body) {
    const text = heldBreak + decoder.decode(chunk, { stream: true });
    // A line feed may follow in the next chunk.
    heldBreak = text.endsWith('\r') ? '\r' : '';
    // Each chunk is split once, however long its line is.
    const lines = text.slice(0, text.length - heldBreak.length).split(/\r\n|\n|\r/);
    lines[0] = rest + (lines[0] ?? '');
    rest = lines.pop() ?? '';
    if (length + rest.length > maxEventLength) throw new Error('an event of the stream has no end');
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice('data:'.length).replace(/^ /, ''));
      else if (line.startsWith('event:')) event = line.slice('event:'.length).trim();
      length += line.length;
      if (line !== '') continue;
      // Servers begin streams that can be resumed with an event without data.
      if (data.some((line) => line !== '')) yield { event, data: data.join('\n') };
      event = 'message';
      data = [];
      length = 0;
    }
  }
}

/** The bytes of an answer. Leaving the loop cancels the rest. */
export async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array> {
  // Not every browser can iterate over a stream.
  const reader = body?.getReader();
  try {
    for (let read = await reader?.read(); read !== undefined && !read.done; read = await reader?.read()) yield read.value;
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
}

export const eventsOf = (response: Response): AsyncGenerator<ServerEvent> => readEvents(chunksOf(response));
