import { fieldsOf } from '../std/index.ts';
import type { ViewMessage, ViewWindow } from './view-window.ts';

type Fields = Readonly<Record<string, unknown>>;
type Waiting = (answer: Fields) => void;

export interface HostConnection {
  notify(method: string, params: object): void;
  /** Rejects with the error of the host, or where no answer comes in time. */
  send(method: string, params: object, ms: number): Promise<unknown>;
}

interface Heard {
  readonly notification: (name: string, params: Fields) => void;
  readonly teardown: () => void;
}

/** JSON-RPC with the host, by messages between frames. */
export function connectHost(window: ViewWindow, heard: Heard): HostConnection {
  const host = window.parent;
  const waiting = new Map<unknown, Waiting>();
  // An answer to the view before a reload does not answer this one.
  let ids = Date.now();
  const post = (message: object): void => host.postMessage({ jsonrpc: '2.0', ...message }, '*');
  const answer = (id: unknown, method: string): void => {
    const ends = method === 'ui/resource-teardown';
    if (ends) heard.teardown();
    post(ends || method === 'ping' ? { id, result: {} } : { id, error: { code: -32601, message: 'Method not found' } });
  };
  window.addEventListener('message', ({ data, source }: ViewMessage) => {
    // Any frame may send messages here; only the one around this view is its host.
    if (source !== host) return;
    const { id, method, params, ...rest } = fieldsOf(data);
    if (typeof method !== 'string') waiting.get(id)?.(rest);
    else if (id === undefined) heard.notification(method.replace('ui/notifications/', ''), fieldsOf(params));
    else answer(id, method);
  });
  return {
    notify: (method, params) => post({ method, params }),
    send: (method, params, ms) =>
      new Promise((resolve, reject) => {
        const id = ++ids;
        const done: Waiting = ({ error, result }) => {
          window.clearTimeout(timer);
          waiting.delete(id);
          if (error === undefined) resolve(result);
          else reject(new Error(String(fieldsOf(error)['message'])));
        };
        const timer = window.setTimeout(() => done({ error: { message: `${method}: the host did not answer` } }), ms);
        waiting.set(id, done);
        post({ id, method, params });
      }),
  };
}
