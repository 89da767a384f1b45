import { addressHeader, tokenHeader, type PageEvent, type PageSettings, type WidgetPosition } from '../cli/page/page-types.ts';

const tokenKey = 'service:page';

/** The page's ways to the program that serves it. */
export class PageLink {
  readonly settings: PageSettings;
  readonly #token: string;
  readonly #browserFetch = globalThis.fetch.bind(globalThis);
  /** Origin of the server that is shown. */
  #origin: string | undefined;

  constructor(settings: PageSettings) {
    this.settings = settings;
    this.#token = takeToken();
    // The library that signs people in asks by the global function.
    if (settings.forward !== undefined) globalThis.fetch = this.fetch;
  }

  /** Whether the page was opened by the address that holds its token. */
  get isKnown(): boolean {
    return this.settings.events === undefined || this.#token !== '';
  }

  /** Tells which server requests go to. */
  show(address: string): void {
    this.#origin = new URL(address).origin;
  }

  /** Requests to the server go by the program of the page: the server need not allow this origin, and no other is reached. */
  readonly fetch = (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const address = input instanceof Request ? input.url : String(input);
    const { forward } = this.settings;
    if (forward === undefined || new URL(address, location.href).origin !== this.#origin) return this.#browserFetch(input, init);
    const headers = new Headers(init.headers);
    headers.set(addressHeader, address);
    return this.#own(forward, { ...init, headers });
  };

  /** Hears what happens to the server, until the program of the page has ended. @throws {Error} when it answers otherwise */
  async listen(heard: (event: PageEvent) => void, signal: AbortSignal): Promise<void> {
    const { events } = this.settings;
    if (events === undefined) return;
    const answer = await this.#own(events, { signal });
    if (!answer.ok || answer.body === null) throw new Error(await answer.text());
    let text = '';
    // A browser that cannot iterate over a stream can still read it.
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (text + part.value).split('\n');
      text = lines.pop() ?? '';
      // Written by the program of this page.
      for (const line of lines) heard(JSON.parse(line) as PageEvent);
    }
  }

  /** Tokens that each tool costs a model, in the order of the list; none where nobody counts them. */
  async costs(tools: readonly object[]): Promise<readonly number[]> {
    const { costs } = this.settings;
    if (costs === undefined || tools.length === 0) return [];
    const answer = await this.#own(costs, { method: 'POST', body: JSON.stringify(tools) });
    return answer.ok ? ((await answer.json()) as readonly number[]) : [];
  }

  /** Where a position of a widget is in the sources; undefined where that is not known. */
  async placeOf(position: WidgetPosition): Promise<string | undefined> {
    const { places } = this.settings;
    if (places === undefined) return undefined;
    const answer = await this.#own(places, { method: 'POST', body: JSON.stringify(position) });
    return answer.ok ? ((await answer.json()) as { readonly place?: string }).place : undefined;
  }

  #own(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.#token !== '') headers.set(tokenHeader, this.#token);
    return this.#browserFetch(path, { ...init, headers });
  }
}

/** Takes the token out of the address and its history; a reload of the window finds it in the storage of the tab. */
function takeToken(): string {
  const given = location.hash.slice(1);
  if (given === '') return sessionStorage.getItem(tokenKey) ?? '';
  sessionStorage.setItem(tokenKey, given);
  history.replaceState(null, '', location.pathname + location.search);
  return given;
}
