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
    if (known !== undefined) {
      known.push(response);
      return;
    }
    const opened = [response];
    this.#of.set(socket, opened);
    // Node tells the oldest answer alone that its client has left: those pipelined behind it would be open for ever.
    socket.once('close', () => [...opened].forEach((left) => left.emit('close')));
  }

  /** False when it was there no more. */
  delete(response: ServerResponse): boolean {
    const known = this.of(response.req.socket);
    const at = known.indexOf(response);
    if (at < 0) return false;
    this.size--;
    known.splice(at, 1);
    return true;
  }

  of(socket: Duplex): ServerResponse[] {
    return this.#of.get(socket) ?? [];
  }
}
