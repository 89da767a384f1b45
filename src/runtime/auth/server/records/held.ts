/** A record as it was read: the text is what a swap expects. */
export interface Held<T> {
  readonly text: string;
  readonly record: T;
}
