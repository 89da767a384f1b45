import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { codeOf } from '../../std/error-code.ts';

/** How often another port is tried. */
const maxTries = 50;

/**
 * A server of `localhost` that no other program of this machine can stand in for. A browser takes either loopback address for that name, so
 * both have the same port here: another user who listens on the one that is free would get what is meant for this server.
 */
export class LoopbackServer {
  readonly port: number;
  readonly #servers: readonly Server[];

  private constructor(servers: readonly Server[], port: number) {
    this.#servers = servers;
    this.port = port;
  }

  /** @param wantedPort of each attempt; 0 is any free one @throws {Error} EADDRINUSE when another program has one of the two addresses on every port */
  static async open(answer: RequestListener, wantedPort: () => number = () => 0): Promise<LoopbackServer> {
    for (let tries = 1; ; tries++) {
      const [first, port] = await listen(answer, '127.0.0.1', wantedPort());
      try {
        const [second] = await listen(answer, '::1', port);
        return new LoopbackServer([first, second], port);
      } catch (error) {
        // A machine without IPv6: no program can listen there.
        if (isWithoutAddress(error)) return new LoopbackServer([first], port);
        first.close();
        if (tries >= maxTries || !isTaken(error)) throw error;
      }
    }
  }

  close(): void {
    for (const server of this.#servers) {
      server.close();
      server.closeAllConnections();
    }
  }
}

/** A server on one address, and its port. */
export async function listen(answer: RequestListener, host: string, wantedPort = 0): Promise<readonly [Server, number]> {
  const server = createServer(answer);
  server.listen({ host, port: wantedPort, exclusive: true });
  await once(server, 'listening');
  // Of TCP.
  return [server, (server.address() as AddressInfo).port];
}

const isTaken = (error: unknown): boolean => codeOf(error) === 'EADDRINUSE';
const isWithoutAddress = (error: unknown): boolean => ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(codeOf(error) ?? '');
