import type { IncomingMessage } from 'node:http';
import { clearTimeout, setTimeout } from '../clock.ts';

/** A body that is too large or too slow. */
export class BodyRefused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The text of a body. @throws {BodyRefused} beyond its limits */
export function readBody(request: IncomingMessage, limit: { readonly maxBytes: number; readonly timeoutMs: number }): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const refuse = (status: number, code: string, message: string): void => {
      clearTimeout(timer);
      request.removeAllListeners('data');
      request.resume();
      reject(new BodyRefused(status, code, message));
    };
    const timer = setTimeout(() => refuse(408, 'request_timeout', `The body did not arrive within ${limit.timeoutMs}ms`), limit.timeoutMs);
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit.maxBytes) refuse(413, 'payload_too_large', `The body is larger than ${limit.maxBytes} bytes`);
      else chunks.push(chunk);
    });
    request.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    request.on('end', () => {
      clearTimeout(timer);
      resolve(Buffer.concat(chunks).toString('utf8'));
    });
  });
}

/** A body as tests see it: parsed JSON, else text; `undefined` when it is empty. */
export function parseBody(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
