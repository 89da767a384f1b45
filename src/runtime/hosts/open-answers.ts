import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * Answers of a server that have not ended, of each connection oldest first. One set of them all would cost a fifth of a call: the tables that it
 * outgrows keep each answer that was in them until the collector looks at old objects.
 */
export class OpenAnswers {
  size = 0;
  readonly #of = new WeakMap<Duplex, ServerResponse[]>();

  add(response: ServerResponse): void {
    this.size++;
    const { socket } = response.req;
    const known = this.#of.get(socket);
    if (known === undefined) this.#of.set(socket, [response]);
    else known.push(response);
  }

  delete(response: ServerResponse): void {
    this.size--;
    const known = this.of(response.req.socket);
    known.splice(known.indexOf(response), 1);
  }

  of(socket: Duplex): ServerResponse[] {
    return this.#of.get(socket) ?? [];
  }
}
