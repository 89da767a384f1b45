import type { JsonObject } from '../model/index.ts';

/** A change that clients may hear of: of a list, or of one resource. */
export type Change =
  | { readonly kind: ListKind; readonly forget?: Forget }
  /** `of`: the only principal that hears of it, where the resource belongs to one person. */
  | { readonly kind: 'resource'; readonly uri: string; readonly of?: string; readonly forget?: undefined };

export type ListKind = 'tools' | 'prompts' | 'resources' | 'skills';
/** Ends the subscriptions of a client to what is no longer there. */
export type Forget = (client: Subscriber) => void;

/** A client with its subscriptions: a conversation, or a listen stream. */
export interface Subscriber {
  readonly subscribedUris: Set<string>;
  /** Room that they take, by URI; of a stream it is given back at its end. */
  readonly takenRoom?: Map<string, () => void>;
  readonly background?: { send(text: string): unknown } | undefined;
  readonly deliver?: (method: string, params: JsonObject) => void;
}

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

/** Fan-out inside one process. A listener that throws must not keep the others from hearing. */
export function createChangeBus(onFailure: (error: unknown) => void): ChangeBus {
  const listeners = new Set<(change: Change, notice: Notice) => void>();
  return {
    publish(change) {
      const notice = noticeOf(change);
      for (const listener of listeners) {
        try {
          listener(change, notice);
        } catch (error) {
          onFailure(error);
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const noticeOf = (change: Change): Notice =>
  change.kind === 'resource'
    ? { method: 'notifications/resources/updated', params: { uri: change.uri } }
    : { method: `notifications/${change.kind}/list_changed`, params: {} };
