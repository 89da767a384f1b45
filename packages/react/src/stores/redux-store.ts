import { createStore, type ServiceStore, type StoreAction, type StoreOptions } from './create-store.ts';

/** What is used of a store of Redux. */
export interface ReduxLike<State> {
  getState(): State;
  subscribe(listener: () => void): () => void;
  dispatch(action: never): unknown;
}

/** Options of {@link reduxStore}. */
export interface ReduxOptions<State> extends Pick<StoreOptions<State>, 'selectors'> {
  /** @default 'redux' */
  readonly name?: string | undefined;
  /** Creators of the actions that a model may dispatch, by the name of their tool; those of Redux Toolkit fit. */
  readonly actions?: Readonly<Record<string, (args: never) => unknown>> | undefined;
  /** Descriptions and schemas of actions, by name. */
  readonly describe?: Readonly<Record<string, Pick<StoreAction, 'description' | 'schema'>>> | undefined;
}

/**
 * A Redux store as `state://<name>`, with a tool `<name>_<action>` for each creator, which gets the arguments.
 * @example
 * const stores = [reduxStore(store, { name: 'cart', actions: { add: (args) => cartSlice.actions.add(args) } })];
 */
export function reduxStore<State>(
  store: ReduxLike<State>,
  { actions = {}, describe = {}, name = 'redux', selectors }: ReduxOptions<State> = {},
): ServiceStore {
  const tools = Object.entries(actions).map(([key, create]): [string, StoreAction] => {
    const run = (args: unknown): undefined => void store.dispatch(create(args as never) as never);
    return [key, { ...describe[key], run }];
  });
  return createStore({
    name,
    getState: () => store.getState(),
    subscribe: (listener) => store.subscribe(listener),
    selectors,
    actions: Object.fromEntries(tools),
  });
}
