import {
  addressHeader,
  tokenHeader,
  type PageEvent,
  type PageSettings,
  type PlacesAnswer,
  type PlacesRequest,
} from '../cli/page/page-types.ts';

const tokenKey = 'service:page';
/** 32 bytes as base64url. */
const tokenShape = /^[\w-]{43}$/;

/** The page's ways to the program that serves it. */
export class PageLink {
  readonly settings: PageSettings;
  /** The one in use, and the others that may be right. */
  #token: string;
  readonly #others: readonly string[];
  readonly #browserFetch = globalThis.fetch.bind(globalThis);
  /** Origin of the server that is shown. */
  #origin: string | undefined;

  constructor(settings: PageSettings) {
    this.settings = settings;
    // A page that hears no events has no program of its own, and the fragment of its address is its own.
    const [token = '', ...others] = settings.events === undefined ? [] : takeTokens();
    this.#token = token;
    this.#others = others;
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
    const answer = await this.#firstAnswer(events, signal);
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

  /** Where positions of a widget are in the sources, in their order; none where that is not known. */
  async placesOf(request: PlacesRequest): Promise<PlacesAnswer['places']> {
    const { places } = this.settings;
    if (places === undefined) return [];
    const answer = await this.#own(places, { method: 'POST', body: JSON.stringify(request) });
    return answer.ok ? ((await answer.json()) as PlacesAnswer).places : [];
  }

  /** Everything else is asked after it: it finds out which token is right, and keeps that one. */
  async #firstAnswer(path: string, signal: AbortSignal): Promise<Response> {
    let answer = await this.#own(path, { signal });
    for (const token of this.#others) {
      if (answer.status !== 401) break;
      this.#token = token;
      answer = await this.#own(path, { signal });
    }
    if (answer.ok) sessionStorage.setItem(tokenKey, this.#token);
    return answer;
  }

  #own(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.#token !== '') headers.set(tokenHeader, this.#token);
    return this.#browserFetch(path, { ...init, headers });
  }
}

/**
 * Takes a token out of the address and its history; a reload of the window finds it in the storage of the tab. What has another shape is
 * none of ours and stays. Any site can link here with a token that it made up: the one that this tab has goes first.
 */
function takeTokens(): readonly string[] {
  const given = location.hash.slice(1);
  const kept = sessionStorage.getItem(tokenKey) ?? '';
  const isToken = tokenShape.test(given);
  if (isToken) history.replaceState(null, '', location.pathname + location.search);
  return [...new Set([kept, isToken ? given : ''])].filter((token) => token !== '');
}
