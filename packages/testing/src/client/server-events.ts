/** One server-sent event. */
export interface ServerEvent {
  readonly event: string;
  readonly data: string;
}

/** The events of a stream (WHATWG HTML, section 9.2.6); comments and events without data are left out. */
export async function* readServerEvents(body: AsyncIterable<unknown>): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder();
  let rest = '';
  let event = 'message';
  let data: string[] = [];
  for await (const chunk of body) {
    rest += decoder.decode(chunk as Uint8Array, { stream: true });
    const lines = rest.split(/\r\n|\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0 && data.join('') !== '') yield { event, data: data.join('\n') };
        event = 'message';
        data = [];
      } else if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
      else if (line.startsWith('event:')) event = line.slice(6).trim();
    }
  }
}
