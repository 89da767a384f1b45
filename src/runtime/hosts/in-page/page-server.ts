import type { ChannelListener, OpenChannel } from '../../client/channel-connection.ts';
import type { AdapterEntries } from '../../define/index.ts';
import { configInvalid, ServiceError } from '../../errors/index.ts';
import { type ComposedCore, onlyOne } from '../../features/application/compose-core.ts';
import { listOf } from '../../std/index.ts';
import { StreamConnection } from '../../mcp/stream-connection.ts';
import { type CallerGiven, callerOf } from '../in-process/caller-given.ts';
import { PageTransport } from './page-transport.ts';

/** Entries that a page registers while its server runs. */
export type PageEntries = AdapterEntries;

/** What was registered together. */
export interface Registration {
  /** Puts others in their place. @throws {ServiceError} what is wrong with them; then nothing has changed */
  replace(entries: PageEntries): void;
  /** Takes them away; once they are gone nothing happens. */
  remove(): void;
}

const ended = 'this server has ended';

/** A server in the page that it is called from. It listens nowhere: clients of the page connect through {@link channel} or {@link transport}. */
export class PageServer {
  /** Settled when the server runs; rejects with what keeps it from that. */
  readonly ready: Promise<void>;
  readonly #core: Promise<ComposedCore>;
  /** Ends what is connected. */
  readonly #connected = new Set<(reason: string) => void>();
  #running: ComposedCore | undefined;
  #registered: readonly { readonly entries: PageEntries }[] = [];
  #disposed: Promise<void> | undefined;

  /** Made by `createInPage`, and by the entry of a bundle. */
  constructor(open: () => Promise<ComposedCore>) {
    this.#core = open();
    this.ready = this.#core.then((core) => void (this.#running = core));
    // Every client hears of it; a page that has none yet must not have an unhandled rejection.
    this.ready.catch(() => undefined);
  }

  /**
   * A way to this server for `connect` of `@service/sdk/client`.
   * @param caller who calls, as the page knows it; anonymous when absent
   */
  channel(caller: CallerGiven = {}): OpenChannel {
    return (listener) => this.#open(caller, listener);
  }

  /** A way to this server for clients of the official SDK: `client.connect(server.transport())`. @param caller as for {@link channel} */
  transport(caller: CallerGiven = {}): PageTransport {
    return new PageTransport(this.channel(caller));
  }

  /**
   * Adds entries; clients hear that the lists have changed.
   * @throws {ServiceError} what is wrong with the entries, before the server is ready, or after its end; then nothing has changed
   */
  register(entries: PageEntries): Registration {
    checkLists({ ...entries });
    let own = { entries };
    this.#replace([...this.#registered, own]);
    const isIn = (): boolean => this.#registered.includes(own);
    return {
      replace: (next) => {
        if (!isIn()) throw configInvalid('these entries were removed: register others');
        checkLists({ ...next });
        const other = { entries: next };
        this.#replace(this.#registered.map((one) => (one === own ? other : one)));
        own = other;
      },
      remove: () => {
        if (isIn() && this.#disposed === undefined) this.#replace(this.#registered.filter((one) => one !== own));
      },
    };
  }

  /** Ends clients, plugins and providers. Calls that run are cancelled, later ones refused. */
  dispose(): Promise<void> {
    return (this.#disposed ??= this.#end());
  }

  async #end(): Promise<void> {
    for (const end of this.#connected) end(ended);
    // A server that never ran has nothing to end.
    const core = await this.#core.catch(() => undefined);
    core?.drain();
    await core?.close();
  }

  #replace(next: readonly { readonly entries: PageEntries }[]): void {
    if (this.#disposed !== undefined) throw new ServiceError('SERVER_ERROR', ended, { expose: true });
    if (this.#running === undefined) throw configInvalid('the server is not ready: await its `ready` before entries are registered');
    const { features, runtime } = this.#running;
    const replaceEntries = onlyOne(features, 'replaceEntries');
    const { collected } = runtime.assembled;
    const [root] = collected?.owners ?? [];
    if (replaceEntries === undefined || collected === undefined || root === undefined)
      throw configInvalid('this server was built without entries that change: make it with createInPage of @service/sdk/in-page');
    const all = [collected.server.options, ...next.map(({ entries }): Readonly<Record<string, unknown>> => ({ ...entries }))];
    replaceEntries(root.chain, Object.fromEntries(lists.map((list) => [list, all.flatMap((one) => listOf(one[list]))])));
    this.#registered = next;
  }

  #open(caller: CallerGiven, listener: ChannelListener) {
    let isOpen = true;
    let connection: StreamConnection | undefined;
    const end = (reason: string): void => {
      if (!isOpen) return;
      isOpen = false;
      this.#connected.delete(end);
      connection?.close(reason);
      listener.end(reason);
    };
    const tell = (text: string): boolean => {
      if (isOpen) listener.message(text);
      return isOpen;
    };
    const connecting = this.#disposed === undefined ? this.#core.then((core) => (connection = connectTo(core, caller, tell))) : undefined;
    this.#connected.add(end);
    if (connecting === undefined) end(ended);
    connecting?.catch((failure: unknown) => end(failure instanceof Error ? failure.message : String(failure)));
    return {
      send: (text: string): void => {
        if (!isOpen) return;
        if (connection !== undefined) connection.receive(text);
        else
          void connecting?.then(
            (opened) => opened.receive(text),
            () => undefined,
          );
      },
      close: async (): Promise<void> => end('the client was closed'),
    };
  }
}

const lists = ['tools', 'resources', 'resourceTemplates', 'prompts', 'skills'];

function checkLists(entries: Readonly<Record<string, unknown>>): void {
  const wrong = lists.find((list) => entries[list] !== undefined && !Array.isArray(entries[list]));
  if (wrong !== undefined) throw configInvalid(`"${wrong}" must be a list`);
}

function connectTo({ handshakeProtocol, mcp }: ComposedCore, caller: CallerGiven, tell: (text: string) => boolean): StreamConnection {
  const answer = (text: string): void => void tell(text);
  return new StreamConnection({ server: mcp, handshakeProtocol, auth: callerOf(caller), answer, sink: { send: tell } });
}
