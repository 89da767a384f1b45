import { fieldsOf } from '../std/index.ts';
import type { ViewMessage, ViewWindow } from './view-window.ts';

type Fields = Readonly<Record<string, unknown>>;
type Waiting = (answer: Fields) => void;

export interface HostConnection {
  notify(method: string, params: object): void;
  /** Rejects with the error of the host, or where no answer comes in time. */
  send(method: string, params: object, ms: number): Promise<unknown>;
}

export interface Heard {
  readonly notification: (name: string, params: Fields) => void;
  /** Answers to requests of the host, by method. */
  readonly answers: ReadonlyMap<string, (params: Fields) => unknown>;
}

/** Opens the connection to the host. */
export type Connect = (window: ViewWindow, heard: Heard) => HostConnection;

/** JSON-RPC with the host, by messages between frames. */
export const connectHost: Connect = (window, { answers, notification }) => {
  const host = window.parent;
  const waiting = new Map<unknown, Waiting>();
  // An answer to the view before a reload does not answer this one.
  let ids = Date.now();
  const post = (message: object): void => host.postMessage({ jsonrpc: '2.0', ...message }, '*');
  const answer = async (id: unknown, method: string, params: Fields): Promise<void> => {
    const result = await answers.get(method)?.(params);
    post(result === undefined ? { id, error: { code: -32601, message: 'Method not found' } } : { id, result });
  };
  window.addEventListener('message', ({ data, source }: ViewMessage) => {
    // Any frame may send messages here; only the one around this view is its host.
    if (source !== host) return;
    const { id, method, params, ...rest } = fieldsOf(data);
    if (typeof method !== 'string') waiting.get(id)?.(rest);
    else if (id === undefined) notification(method.replace('ui/notifications/', ''), fieldsOf(params));
    else void answer(id, method, fieldsOf(params));
  });
  return {
    notify: (method, params) => post({ method, params }),
    send: (method, params, ms) =>
      new Promise((resolve, reject) => {
        const id = ++ids;
        const done: Waiting = ({ error, result }) => {
          waiting.delete(id);
          if (error === undefined) resolve(result);
          else reject(new Error(String(fieldsOf(error)['message'])));
        };
        waiting.set(id, done);
        // After an answer it changes nothing.
        window.setTimeout(() => done({ error: { message: `${method}: the host did not answer` } }), ms);
        post({ id, method, params });
      }),
  };
};
