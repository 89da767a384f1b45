/** Characters of one event: a server that never ends one must not fill the memory. */
const maxEventLength = 64 * 1024 * 1024;

/** The data of each event of a stream (WHATWG HTML, section 9.2.6). */
export async function* readEvents(body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  let data: string[] = [];
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true });
    if (rest.length > maxEventLength) throw new Error('an event of the stream has no end');
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice('data:'.length).replace(/^ /, ''));
      if (line !== '') continue;
      if (data.length > 0) yield data.join('\n');
      data = [];
    }
  }
}
