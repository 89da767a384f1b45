import { createServer, type IncomingMessage, type Server } from 'node:http';
import { listen } from './listen.ts';

type Answers = Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => object>>;

/** A server of the revision 2026-07-28 that says what a test wants, whatever that is. */
export class PlainMcpServer {
  readonly url: string;
  readonly asked: { readonly method: string; readonly params: Readonly<Record<string, unknown>>; readonly authorization?: string }[] = [];
  readonly #server: Server;

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.url = `http://127.0.0.1:${port}/mcp`;
  }

  /** @param answers results by method; a method without one is not found */
  static async listen(answers: Answers): Promise<PlainMcpServer> {
    const server = createServer((request, response) => {
      void readText(request).then((text) => {
        const { id, method = '', params = {} } = JSON.parse(text === '' ? '{}' : text) as Message;
        const { authorization } = request.headers;
        plain.asked.push({ method, params, ...(authorization === undefined ? {} : { authorization }) });
        const answer = { ...discovery, ...answers }[method];
        const outcome =
          answer === undefined
            ? { error: { code: -32_601, message: 'Method not found' } }
            : { result: { resultType: 'complete', ...answer(params) } };
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id, ...outcome }));
      });
    });
    const plain = new PlainMcpServer(server, await listen(server));
    return plain;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

const discovery: Answers = {
  'server/discover': () => ({
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: {}, resources: {}, prompts: {} },
    serverInfo: { name: 'plain', version: '1.0.0' },
    ttlMs: 0,
    cacheScope: 'private',
  }),
};

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request.setEncoding('utf8') as AsyncIterable<string>) text += part;
  return text;
}
