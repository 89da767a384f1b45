import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json, JsonObject } from '@service/sdk/model';
import { sandboxPage, widgetPolicy } from '@service/sdk/widget-host';
import { hostPage } from './host-page.ts';

/** Host and sandbox on two origins of this machine: a widget reaches neither the page nor the network. */
export class UIServers {
  readonly #servers: readonly Server[];
  readonly #sandbox: string;
  /** Address of the page of the host. */
  readonly host: string;

  private constructor(servers: readonly Server[], host: string, sandbox: string) {
    this.#servers = servers;
    this.host = host;
    this.#sandbox = sandbox;
  }

  static async open(): Promise<UIServers> {
    const html = { 'content-type': 'text/html; charset=utf-8' };
    const host = createServer((_request, response) => response.writeHead(200, html).end(hostPage));
    const sandbox = createServer(({ url = '/' }, response) => {
      const csp = new URL(url, 'http://sandbox').searchParams.get('csp') ?? '{}';
      const policy = widgetPolicy(JSON.parse(csp) as Json);
      response.writeHead(200, { ...html, 'content-security-policy': policy }).end(sandboxPage);
    });
    const [at, behind] = [await listen(host), await listen(sandbox)];
    return new UIServers([host, sandbox], `http://localhost:${at}/`, `http://127.0.0.1:${behind}/`);
  }

  /** Address of a sandbox with the policy that a widget asks for. */
  sandbox(csp: JsonObject): string {
    return `${this.#sandbox}?csp=${encodeURIComponent(JSON.stringify(csp))}`;
  }

  close(): void {
    for (const server of this.#servers) server.close();
  }
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, 'localhost', resolve);
  });
  return (server.address() as AddressInfo).port;
}
