import type { DynamicRegistry, ResourceResult } from '../core/dynamic-registry.ts';
import { makePageTool } from '../core/dynamic-tool.ts';
import type { JsonSchema, StandardSchema } from '../core/standard-schema.ts';

/** What a model may do to a store. */
export interface StoreAction {
  /** @default the name of the action */
  readonly description?: string | undefined;
  /** Schema of the arguments. @default an object of any members */
  readonly schema?: StandardSchema | JsonSchema | undefined;
  /** Changes the store; what it gives is the result of the tool. @param args as the schema makes them */
  run(args: unknown): unknown;
}

/** Options of {@link createStore}. */
export interface StoreOptions<State> {
  /** In URIs and names of tools: `state://<name>`, `<name>_<action>`. */
  readonly name: string;
  readonly getState: () => State;
  /** @returns what ends that */
  readonly subscribe: (listener: () => void) => () => void;
  /** Parts of the state with a resource of their own: `state://<name>/<selector>`. */
  readonly selectors?: Readonly<Record<string, (state: State) => unknown>> | undefined;
  /** Tools that change the state. */
  readonly actions?: Readonly<Record<string, StoreAction>> | undefined;
}

/** A store that `ServiceProvider` shows to models. */
export interface ServiceStore {
  readonly name: string;
  /** @returns what takes it away again */
  readonly attach: (registry: DynamicRegistry) => () => void;
}

/**
 * A store of one's own: its state is the resource `state://<name>`, a selector the resource `state://<name>/<selector>`, an action the tool
 * `<name>_<action>`.
 * @throws {TypeError} for a schema that no tool can have
 * @example
 * const cart = createStore({ name: 'cart', getState: () => items, subscribe, actions: { clear: { run: () => clear() } } });
 * <ServiceProvider stores={[cart]}>…</ServiceProvider>
 */
export function createStore<State>({ actions = {}, getState, name, selectors = {}, subscribe }: StoreOptions<State>): ServiceStore {
  const tools = Object.entries(actions).map(([key, action]) =>
    makePageTool({
      name: `${name}_${key}`,
      description: action.description ?? key,
      schema: action.schema,
      execute: (args: unknown) => action.run(args) ?? { success: true },
    }),
  );
  const selections = [
    ['', (state: State): unknown => state] as const,
    ...Object.entries(selectors).map(([key, select]) => [`/${key}`, select] as const),
  ];
  const resources = selections.map(([path, select]) => {
    const uri = `state://${name}${path}`;
    const read = async (): Promise<ResourceResult> => ({
      contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(select(getState())) ?? 'null' }],
    });
    return { uri, name: `${name}${path}`, mimeType: 'application/json', read, subscribe };
  });
  return {
    name,
    attach: (registry) => registry.addAll({ tools, resources }),
  };
}
