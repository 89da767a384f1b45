/* A worker that lends its stores to a test, with a look behind them: `POST /<store>/<operation>` with a list of words. */
import { ServiceStore, type ObjectState } from '../../src/runtime/hosts/worker-store.ts';
import { createObjectStore, type ObjectNamespace } from '../../src/runtime/storage/drivers/durable-object.ts';
import { createKvStore, type KvNamespace } from '../../src/runtime/storage/drivers/worker-kv.ts';

type Words = readonly never[];
type Steps = Readonly<Record<string, (...words: Words) => unknown>>;

/** An object may end itself, as the platform ends it. */
interface EndedState extends ObjectState {
  abort(reason: string): void;
}

/** The object under test, which shows and changes its rows. */
export class LookedAtStore extends ServiceStore {
  readonly #state: EndedState;

  constructor(state: EndedState) {
    super(state);
    this.#state = state;
  }

  override async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    return pathname === '/' ? super.fetch(request) : follow(this.#steps, request);
  }

  get #steps(): Steps {
    const { storage } = this.#state;
    const rows = (statement: string, ...values: readonly string[]) => [...storage.sql.exec(statement, ...values)];
    return {
      remainingMs: (key: string) => {
        const ends = Number(rows('SELECT ends FROM records WHERE key = ?', key)[0]?.['ends']);
        return ends < Number.MAX_SAFE_INTEGER ? ends - Date.now() : undefined;
      },
      letEnd: (key: string) => void rows('UPDATE records SET ends = 1 WHERE key = ?', key),
      rows: () => rows('SELECT count(*) AS count FROM records')[0]?.['count'],
      holds: (key: string) => rows('SELECT 1 FROM records WHERE key = ?', key).length > 0,
      alarmIn: async () => ((await storage.getAlarm()) ?? 0) - Date.now(),
      sweep: () => this.alarm(),
      end: () => this.#state.abort('ended by the test'),
    };
  }
}

async function follow(steps: object, request: Request): Promise<Response> {
  const [, , operation = ''] = new URL(request.url).pathname.split('/');
  const step: unknown = Reflect.get(steps, operation);
  try {
    const words = (await request.json()) as Words;
    return Response.json({ value: typeof step === 'function' ? await (step as Steps[string])(...words) : undefined });
  } catch (failure) {
    return Response.json({ failure: String(failure) });
  }
}

interface Bindings {
  readonly STORE: ObjectNamespace;
  readonly CACHE: KvNamespace;
}

export default {
  async fetch(request: Request, { CACHE, STORE }: Bindings): Promise<Response> {
    const [, store] = new URL(request.url).pathname.split('/');
    if (store === 'look') return STORE.get(STORE.idFromName('store')).fetch(request.url, { method: 'POST', body: await request.text() });
    return follow(store === 'cache' ? createKvStore(CACHE) : createObjectStore(STORE), request);
  },
};
