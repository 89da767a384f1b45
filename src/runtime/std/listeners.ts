/** Those who hear of something. */
export class Listeners<Heard extends readonly unknown[] = []> {
  readonly #listeners = new Set<(...heard: Heard) => void>();

  /** @returns what ends that */
  readonly add = (listener: (...heard: Heard) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  tell(...heard: Heard): void {
    for (const listener of this.#listeners) listener(...heard);
  }
}
