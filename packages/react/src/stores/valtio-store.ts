import { createStore, type ServiceStore, type StoreAction, type StoreOptions } from './create-store.ts';

/** Options of {@link valtioStore}. */
export interface ValtioOptions<State extends object> extends Pick<StoreOptions<State>, 'selectors'> {
  /** @default 'valtio' */
  readonly name?: string | undefined;
  /** `subscribe` of valtio: the library is yours, and this package has none of its own. */
  readonly subscribe: (proxy: State, listener: () => void) => () => void;
  /** What a model may do; each gets the proxy, which it changes, and the arguments. */
  readonly actions?: Readonly<Record<string, (proxy: State, args: never) => unknown>> | undefined;
  /** Descriptions and schemas of actions, by name. */
  readonly describe?: Readonly<Record<string, Pick<StoreAction, 'description' | 'schema'>>> | undefined;
}

/**
 * A proxy of valtio as `state://<name>`, with a tool `<name>_<action>` for each action.
 * @example
 * import { proxy, subscribe } from 'valtio/vanilla';
 * const state = proxy({ count: 0 });
 * const counter = valtioStore(state, { subscribe, name: 'counter', actions: { increment: (own) => void own.count++ } });
 */
export function valtioStore<State extends object>(
  proxy: State,
  { actions = {}, describe = {}, name = 'valtio', selectors, subscribe }: ValtioOptions<State>,
): ServiceStore {
  const tools = Object.entries(actions).map(([key, act]): [string, StoreAction] => [
    key,
    { ...describe[key], run: (args: unknown) => act(proxy, args as never) },
  ]);
  return createStore({
    name,
    getState: () => proxy,
    subscribe: (listener) => subscribe(proxy, listener),
    selectors,
    actions: Object.fromEntries(tools),
  });
}
