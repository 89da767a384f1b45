import { Listeners, sha256Text } from '@service/sdk/internal';
import { maxPlaces, type PlacesAnswer, type PlacesRequest, type WidgetPosition } from '../cli/page/page-types.ts';

/** Who knows the sources. */
interface PlaceSource {
  readonly placesOf: (request: PlacesRequest) => Promise<PlacesAnswer['places']>;
}

/** Finds positions of one document in the sources: each is asked for once, and those that come meanwhile are asked for together. */
export class PlaceFinder {
  readonly #link: PlaceSource;
  readonly #tool: string;
  readonly #html: string;
  readonly #asked = new Set<string>();
  readonly #listeners = new Listeners();
  #waiting: readonly WidgetPosition[] = [];
  #isAsking = false;
  #places: ReadonlyMap<string, string> = new Map();

  constructor(link: PlaceSource, tool: string, html: string) {
    this.#link = link;
    this.#tool = tool;
    this.#html = html;
  }

  /** Places by their positions, as {@link positionKey} writes these. */
  readonly places = (): ReadonlyMap<string, string> => this.#places;

  readonly subscribe = this.#listeners.add;

  /** @param positions of which a line of 0 is not known */
  find(positions: readonly WidgetPosition[]): void {
    for (const { column, line } of positions) {
      const key = positionKey({ column, line });
      if (line < 1 || column < 1 || this.#asked.has(key)) continue;
      this.#asked.add(key);
      this.#waiting = [...this.#waiting, { line, column }];
    }
    if (!this.#isAsking) void this.#askAll();
  }

  async #askAll(): Promise<void> {
    this.#isAsking = true;
    while (this.#waiting.length > 0) {
      const positions = this.#waiting.slice(0, maxPlaces);
      this.#waiting = this.#waiting.slice(maxPlaces);
      // Without an answer the line of the document stays.
      const found = await this.#ask(positions).catch(() => []);
      const named = positions.flatMap((position, at): (readonly [string, string])[] => {
        const place = found[at];
        return typeof place === 'string' ? [[positionKey(position), place]] : [];
      });
      if (named.length === 0) continue;
      this.#places = new Map([...this.#places, ...named]);
      this.#listeners.tell();
    }
    this.#isAsking = false;
  }

  async #ask(positions: readonly WidgetPosition[]): Promise<readonly (string | null)[]> {
    return this.#link.placesOf({ tool: this.#tool, hash: await sha256Text(this.#html), positions });
  }
}

export const positionKey = ({ column, line }: WidgetPosition): string => `${line}:${column}`;
