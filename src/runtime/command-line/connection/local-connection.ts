import { anonymousCaller } from '../../define/create-auth-context.ts';
import type { Application } from '../../features/application/compose.ts';
import { endApplication } from '../../hosts/end-application.ts';
import { StreamConnection } from '../../mcp/stream-connection.ts';
import type { JsonObject } from '../../model/index.ts';
import type { Connection, SendOptions } from './connection.ts';
import { readMessage, resultOf } from './connection.ts';

/** Milliseconds for providers, plugins and stores to end. */
const endMs = 10_000;

interface Waiting {
  readonly answer: (text: string) => void;
  readonly notified: SendOptions['onNotification'];
}

/** This program's own server, in process: messages pass the same checks as over stdio. */
export class LocalConnection implements Connection {
  readonly #application: Application;
  readonly #stream: StreamConnection;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  constructor(application: Application) {
    this.#application = application;
    this.#stream = new StreamConnection({
      server: application.mcp,
      handshakeProtocol: application.handshakeProtocol,
      auth: anonymousCaller,
      answer: (text) => this.#receive(text),
      sink: {
        send: (text) => {
          this.#receive(text);
          return true;
        },
      },
    });
  }

  async send(method: string, params: JsonObject, { onNotification, signal }: SendOptions): Promise<JsonObject> {
    signal.throwIfAborted();
    const id = ++this.#lastId;
    let cancel = (): void => undefined;
    try {
      const text = await new Promise<string>((resolve, reject) => {
        // A cancelled call is not answered.
        cancel = () => {
          this.#stream.receive(message({ method: 'notifications/cancelled', params: { requestId: id } }));
          reject(signal.reason instanceof Error ? signal.reason : new Error('The call was cancelled'));
        };
        signal.addEventListener('abort', cancel, { once: true });
        this.#waiting.set(id, { answer: resolve, notified: onNotification });
        this.#stream.receive(message({ id, method, params }));
      });
      signal.throwIfAborted();
      return resultOf(readMessage(text));
    } finally {
      signal.removeEventListener('abort', cancel);
      this.#waiting.delete(id);
    }
  }

  async close(): Promise<void> {
    this.#stream.close('the command has ended');
    this.#application.drain();
    await endApplication(this.#application, endMs);
  }

  #receive(text: string): void {
    const received = readMessage(text);
    if (received.kind === 'response') this.#waiting.get(Number(received.id))?.answer(text);
    else if (received.kind === 'notification')
      for (const { notified } of this.#waiting.values()) notified?.(received.method, received.params);
  }
}

const message = (members: JsonObject): string => JSON.stringify({ jsonrpc: '2.0', ...members });
