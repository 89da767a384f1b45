/* Looks for another description while a server runs. With what reads descriptions it is in the bundles of servers whose options poll, and in no other. */
import type { Logger, PrepareIo } from '@service/sdk/define';
import { type DocumentFetch, DocumentRefused, fetchFollowing, messageOf } from '@service/sdk/internal';
import { maxDocumentBytes } from '@service/sdk/hosts/document-lock';
import { createNodeDocumentFetch } from '@service/sdk/hosts/node-document-fetch';
import { defaults, type OpenapiOptions, type PollingOptions } from './openapi-options.ts';
import { hashOf, prepare } from './prepare/prepare.ts';
import type { PreparedApi } from './prepared.ts';

/** Whose description is looked at. */
export interface Polled {
  readonly options: OpenapiOptions;
  /** SHA-256 of the documents that the tools were made of, by address. */
  readonly documents: Readonly<Record<string, string>>;
  readonly logger: Logger | undefined;
  /** Puts the tools of a description in the place of those that there are. */
  take(api: PreparedApi): Promise<void>;
}

/** What a poller asks and waits with. */
export interface PollingIo {
  readonly fetch: DocumentFetch;
  /** @param ms milliseconds until the work. @returns cancels it */
  readonly schedule: (work: () => void, ms: number) => () => void;
}

const systemIo = (): PollingIo => ({
  fetch: createNodeDocumentFetch(),
  schedule: (work, ms) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
});

/** Looks at once, and then each time that the interval has passed. @returns ends it */
export function startPolling(polled: Polled, io: PollingIo = systemIo()): () => void {
  const poller = new Poller(polled, io);
  void poller.run();
  return () => poller.stop();
}

/** What is known of a document. */
interface Known {
  readonly hash: string;
  readonly etag?: string | undefined;
}

const maxRedirects = 5;

class Poller {
  readonly #polled: Polled;
  readonly #system: PollingIo;
  readonly #options: Required<Omit<PollingOptions, 'retry'>> & { readonly retry: Required<NonNullable<PollingOptions['retry']>> };
  #known: ReadonlyMap<string, Known>;
  #failures = 0;
  #fault: string | undefined;
  #isStopped = false;
  #wake: () => void = () => undefined;

  constructor(polled: Polled, io: PollingIo) {
    const { polling = {} } = polled.options;
    this.#polled = polled;
    this.#system = io;
    this.#options = { ...defaults.polling, ...polling, retry: { ...defaults.polling.retry, ...polling.retry } };
    this.#known = new Map(Object.entries(polled.documents).map(([address, hash]) => [address, { hash }]));
  }

  async run(): Promise<void> {
    while (!this.#isStopped) {
      await this.#lookWithRetries();
      await this.#wait(this.#options.intervalMs);
    }
  }

  stop(): void {
    this.#isStopped = true;
    this.#wake();
  }

  #wait(ms: number): Promise<void> {
    if (this.#isStopped) return Promise.resolve();
    return new Promise((resolve) => {
      const cancel = this.#system.schedule(resolve, ms);
      this.#wake = () => {
        cancel();
        resolve();
      };
    });
  }

  async #lookWithRetries(): Promise<void> {
    const { backoffMultiplier, initialDelayMs, maxDelayMs, maxRetries } = this.#options.retry;
    for (let attempt = 0; !this.#isStopped; attempt += 1) {
      const failure = await this.#look();
      if (failure === undefined) return this.#succeeded();
      if (attempt >= maxRetries) return this.#failed(failure);
      await this.#wait(Math.min(maxDelayMs, initialDelayMs * backoffMultiplier ** attempt));
    }
  }

  /** @returns why a document did not arrive; one that is no description any more is told, and not read again until it changes */
  async #look(): Promise<DocumentRefused | undefined> {
    const seen = new Map<string, Known>();
    try {
      const changed = new Map<string, Uint8Array>();
      for (const [address, known] of this.#known) {
        const bytes = await this.#read(address, { known, seen });
        if (bytes !== undefined) changed.set(address, bytes);
      }
      if (changed.size === 0) {
        this.#known = new Map([...this.#known, ...seen]);
        return undefined;
      }
      const api = await prepare(this.#polled.options, this.#io(changed, seen));
      if (this.#isStopped) return undefined;
      await this.#polled.take(api);
      this.#polled.logger?.info('the API has another description', { tools: api.operations.length });
      this.#fault = undefined;
      this.#known = new Map([...seen].filter(([address]) => Object.hasOwn(api.documents ?? {}, address)));
    } catch (failure) {
      // What did not arrive is asked for again, with all that was read beside it.
      if (failure instanceof DocumentRefused) return failure;
      this.#report(messageOf(failure));
      this.#known = new Map([...this.#known, ...seen]);
    }
    return undefined;
  }

  /** The network, for what was not read in this round. */
  #io(changed: ReadonlyMap<string, Uint8Array>, seen: Map<string, Known>): PrepareIo {
    return {
      read: async (given) => {
        const address = addressOf(given);
        const bytes = changed.get(address) ?? (await this.#read(address, { known: undefined, seen })) ?? new Uint8Array();
        return { address, bytes };
      },
      report: () => undefined,
    };
  }

  /** Undefined for a document that is as it was known. */
  async #read(
    address: string,
    { known, seen }: { readonly known: Known | undefined; readonly seen: Map<string, Known> },
  ): Promise<Uint8Array | undefined> {
    const { changeDetection, fetchTimeoutMs, followRedirects, headers } = this.#options;
    const { loadOptions, url = '' } = this.#polled.options;
    const asksFor = changeDetection === 'hash' ? undefined : known?.etag;
    const request = {
      url: new URL(address),
      // Headers of the options may be a credential: they are for the host of the description.
      headers: {
        ...(new URL(address).origin === new URL(url).origin ? headers : {}),
        ...(asksFor === undefined ? {} : { 'if-none-match': asksFor }),
      },
      timeoutMs: fetchTimeoutMs,
      maxBytes: maxDocumentBytes,
      publicOnly: loadOptions?.refResolution?.allowInternalIPs !== true,
    };
    const accepts = asksFor === undefined ? [200] : [200, 304];
    const answer = await fetchFollowing(this.#system.fetch, request, { accepts, maxRedirects: followRedirects ? maxRedirects : 0 });
    const etag = answer.header('etag');
    if (known !== undefined && (answer.status === 304 || (changeDetection === 'etag' && etag !== undefined && etag === known.etag)))
      return undefined;
    const hash = await hashOf(answer.body);
    seen.set(address, { hash, etag });
    return hash === known?.hash ? undefined : answer.body;
  }

  /** Each cause once, until another one or none. */
  #report(fault: string): void {
    if (this.#fault !== fault)
      this.#polled.logger?.error(
        `the tools stay as they are, because the API has a description that cannot be used: ${withoutQueries(fault)}`,
      );
    this.#fault = fault;
  }

  #succeeded(): void {
    if (this.#failures >= this.#options.unhealthyThreshold) this.#polled.logger?.info('the description of the API can be read again');
    this.#failures = 0;
  }

  #failed({ message }: DocumentRefused): void {
    this.#failures += 1;
    if (this.#failures === this.#options.unhealthyThreshold)
      this.#polled.logger?.warn(`the tools stay as they are, because the description of the API cannot be read: ${message}`, {
        times: this.#failures,
      });
  }
}

/** As the lock of the build has it. */
function addressOf(address: string): string {
  const url = new URL(address);
  url.hash = '';
  return url.href;
}

/** A query may hold a secret. */
const withoutQueries = (text: string): string => text.replaceAll(/(https?:\/\/[^\s?]+)\?\S*?(?=:?(?:\s|$))/g, '$1');
