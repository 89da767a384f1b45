import type { JsonObject } from '../model/index.ts';

/** Something a client may be told of: a list changed, or one resource did. */
export type Change =
  | { readonly kind: 'tools' | 'prompts' | 'resources' }
  /** `of`: the principal that alone is told, where the resource is one person's. */
  | { readonly kind: 'resource'; readonly uri: string; readonly of?: string };

/** The notification that tells of a change. */
export interface Notice {
  readonly method: string;
  readonly params: JsonObject;
}

/** In-process fan-out of changes to live sessions and listen streams; a networked one has the same shape. */
export interface ChangeBus {
  publish(change: Change): void;
  /** Returns the function that ends the subscription. */
  subscribe(listener: (change: Change, notice: Notice) => void): () => void;
}

/** Where nothing ever changes. */
export const noChanges: ChangeBus = { publish: () => undefined, subscribe: () => () => undefined };
