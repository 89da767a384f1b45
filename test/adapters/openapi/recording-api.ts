import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../../support/listen.ts';

/** A request that an API got. */
export interface Recorded {
  readonly method: string;
  /** Path and query as they were on the wire. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

/** Answers of an API; JSON of the request when absent. */
export type AnswerWith = (recorded: Recorded, response: ServerResponse) => void;

export interface RecordingApi {
  readonly url: string;
  readonly requests: readonly Recorded[];
  close(): Promise<void>;
}

/** An HTTP API on this machine that keeps what it was asked. */
export async function recordingApi(answer: AnswerWith = echo): Promise<RecordingApi> {
  const requests: Recorded[] = [];
  const server = createServer((request, response) => {
    void readText(request).then((body) => {
      const recorded = { method: request.method ?? '', target: request.url ?? '', headers: request.headers, body };
      requests.push(recorded);
      answer(recorded, response);
    });
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) if (chunk instanceof Uint8Array) chunks.push(chunk);
  return Buffer.concat(chunks).toString('latin1');
}

export function answerJson(
  response: ServerResponse,
  value: unknown,
  { headers = {}, status = 200 }: { status?: number; headers?: Record<string, string> } = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}

const echo: AnswerWith = ({ method, target }, response) => answerJson(response, { method, target });
