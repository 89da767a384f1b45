import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

export interface HttpAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: IncomingMessage;
}

/**
 * The connections of one client. `fetch` is left alone, because tests replace it (`httpMock`), and because its sockets outlive the client.
 */
export class HttpConnections {
  readonly #plain = new HttpAgent({ keepAlive: true });
  readonly #secure = new HttpsAgent({ keepAlive: true });

  /** Resolves with the head of the answer; the body is read by the caller. */
  send({ body, headers, method, signal, url }: HttpRequest): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      const isSecure = url.protocol === 'https:';
      const options = { method, headers, ...(signal ? { signal } : {}), agent: isSecure ? this.#secure : this.#plain };
      const sent = (isSecure ? httpsRequest : httpRequest)(url, options, (answer) =>
        resolve({ status: answer.statusCode ?? 0, statusText: answer.statusMessage ?? '', headers: answer.headers, body: answer }),
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }

  close(): void {
    this.#plain.destroy();
    this.#secure.destroy();
  }
}

export async function readText(body: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString('utf8');
}
