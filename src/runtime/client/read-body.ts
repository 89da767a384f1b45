import { NotMcpAnswer } from './errors.ts';

/** The text of an answer. @throws {NotMcpAnswer} for a longer one: a server that never ends it must not fill the memory */
export async function readBody({ body }: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the rest.
    if (bytes > maxBytes) throw new NotMcpAnswer(`The answer is larger than ${maxBytes / 1024 / 1024} MB`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
