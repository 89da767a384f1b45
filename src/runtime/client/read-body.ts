import { NotMcpAnswer } from './errors.ts';
import { chunksOf } from './event-stream.ts';

/** The text of an answer. @throws {NotMcpAnswer} for a longer one: a server that never ends it must not fill the memory */
export async function readBody(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of chunksOf(response)) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new NotMcpAnswer(`The answer is larger than ${maxBytes / 1024 / 1024} MB`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
