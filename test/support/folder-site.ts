import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

/** A site of files. */
export interface FolderSite {
  readonly origin: string;
  readonly close: () => void;
}

const types: Readonly<Record<string, string>> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css' };

/** Serves what a bundler wrote, as a host of static files does. */
export async function serveFolder(folder: string): Promise<FolderSite> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const file = join(folder, pathname === '/' ? 'index.html' : pathname);
    readFile(file).then(
      (contents) => response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream').end(contents),
      () => response.writeHead(404).end(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
