/** Something a client may be told of: a list changed, or one resource did. */
export type Change = { readonly kind: 'tools' | 'prompts' | 'resources' } | { readonly kind: 'resource'; readonly uri: string };

/** In-process fan-out of changes to live sessions and listen streams; a networked one has the same shape. */
export interface ChangeBus {
  publish(change: Change): void;
  /** Returns the function that ends the subscription. */
  subscribe(listener: (change: Change) => void): () => void;
}
