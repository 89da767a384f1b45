import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isJsonObject, type Json, type JsonObject } from '@service/sdk/model';
import { hostPage, sandboxPage } from './host-pages.ts';

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
      const policy = policyOf(JSON.parse(csp) as Json);
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

/** The policy of MCP Apps (SEP-1865, 2026-01-26), with nothing in it that the norm does not allow. */
export function policyOf(csp: Json): string {
  const listed = (name: string, ...own: readonly string[]): string => {
    const given = isJsonObject(csp) ? csp[name] : undefined;
    const all = [...own, ...(Array.isArray(given) ? given.filter((entry) => isSource(entry)) : [])];
    return all.length === 0 ? "'none'" : all.join(' ');
  };
  return [
    "default-src 'none'",
    `script-src ${listed('resourceDomains', "'unsafe-inline'")}`,
    `style-src ${listed('resourceDomains', "'unsafe-inline'")}`,
    `img-src ${listed('resourceDomains', 'data:')}`,
    `media-src ${listed('resourceDomains', 'data:')}`,
    `font-src ${listed('resourceDomains', 'data:')}`,
    `connect-src ${listed('connectDomains')}`,
    `frame-src ${listed('frameDomains')}`,
    "object-src 'none'",
    "form-action 'none'",
    `base-uri ${listed('baseUriDomains')}`,
  ].join('; ');
}

/** An origin and nothing else: a text of a server must not add a directive. */
const isSource = (entry: Json): entry is string => typeof entry === 'string' && /^(?:https?|wss?):\/\/[\w.*-]+(?::\d+)?$/.test(entry);
