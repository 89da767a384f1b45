import {
  cannotAsk,
  observed,
  type CallFrame,
  type CallOrigin,
  type HookCall,
  type HookViewer,
  type Next,
  type PluginHooks,
} from '../define/index.ts';
import type { PromptModel, PromptResult, ReadResult, ResourceModel, ResourceTemplateModel, ToolModel, ToolResult } from '../model/index.ts';
import { isPromiseLike, type Awaitable } from '../std/promises.ts';

/** A hook of one plugin around a call, bound to its instance. */
type AroundHook<Entry, Result> = (call: HookCall<Entry>, next: Next<Result>) => Awaitable<Result>;

export interface Hooked {
  readonly toolCall: { readonly entry: ToolModel; readonly result: ToolResult };
  readonly resourceRead: { readonly entry: ResourceModel | ResourceTemplateModel; readonly result: ReadResult };
  readonly promptGet: { readonly entry: PromptModel; readonly result: PromptResult };
}

export type HookedKind = keyof Hooked;

type HookLists = { readonly [K in keyof Hooked]: readonly AroundHook<Hooked[K]['entry'], Hooked[K]['result']>[] };

/** The hooks of all plugins around the calls of one entry, computed once. */
export interface EntryHooks extends HookLists {
  /** Runs a call within the hooks of its kind. */
  around<K extends keyof Hooked>(
    kind: K,
    call: HookedCall<Hooked[K]['entry']>,
    innermost: (input: unknown) => Awaitable<Hooked[K]['result']>,
  ): Awaitable<Hooked[K]['result']>;
}

/** @param plugins outermost first */
export function createHooks(plugins: readonly { readonly hooks: BoundHooks }[]): EntryHooks {
  const hooks: EntryHooks = {
    toolCall: plugins.flatMap((plugin) => plugin.hooks.aroundToolCall ?? []),
    resourceRead: plugins.flatMap((plugin) => plugin.hooks.aroundResourceRead ?? []),
    promptGet: plugins.flatMap((plugin) => plugin.hooks.aroundPromptGet ?? []),
    around: (kind, call, innermost) => {
      const list: HookLists[typeof kind] = hooks[kind];
      return runAround(list, hookCallOf(call), innermost);
    },
  };
  return hooks;
}

/** A running call, before it is turned into the hooks' view of it. */
interface HookedCall<Entry> {
  readonly frame: CallFrame;
  readonly entry: Entry;
  readonly input: unknown;
  readonly viewer: HookViewer;
  readonly origin: CallOrigin;
  readonly depth: number;
  readonly fits: HookCall<Entry>['fits'];
}

/** The same call with other arguments. What its getters tell (`isPersonal`) is read when a hook asks, not now. */
const withInput = <Entry>(call: HookCall<Entry>, input: unknown): HookCall<Entry> =>
  Object.defineProperties({ ...call }, { ...Object.getOwnPropertyDescriptors(call), input: { value: input, enumerable: true } });

/** Runs the hooks from the outermost inwards, and `innermost` at last; without hooks it is just `innermost`. */
export function runAround<Entry, Result>(
  hooks: readonly AroundHook<Entry, Result>[],
  call: HookCall<Entry>,
  innermost: (input: unknown) => Awaitable<Result>,
): Awaitable<Result> {
  if (hooks.length === 0) return innermost(call.input);
  const step = (index: number, input: unknown): Awaitable<Result> => {
    const hook = hooks[index];
    if (hook === undefined) return innermost(input);
    // `next()` without argument keeps the input; `next(other)` replaces it for everything further in.
    return hook(input === call.input ? call : withInput(call, input), (...replaced) => {
      const result = step(index + 1, replaced.length === 0 ? input : replaced[0]);
      // A hook may answer without looking at it: what fails then is nobody's rejection.
      return isPromiseLike(result) ? observed(result) : result;
    });
  };
  return step(0, call.input);
}

/** The hooks' view of a call. What few hooks read is made when they read it. */
function hookCallOf<Entry>({ depth, entry, fits, frame, input, origin, viewer }: HookedCall<Entry>): HookCall<Entry> {
  return {
    ...viewer,
    entry,
    input,
    origin,
    depth,
    fits,
    get isPersonal() {
      return frame.isPersonal;
    },
    get metadata() {
      return frame.entry.metadata;
    },
    get resolver() {
      return frame.resolver;
    },
    get logger() {
      return frame.logger;
    },
    get signal() {
      return frame.signal;
    },
    get clientCapabilities() {
      return frame.clientCapabilities;
    },
    elicit: (message, schema, options = {}) =>
      observed(frame.services.asking?.elicit(frame, { message, schema, options }) ?? cannotAsk({ method: 'elicitation/create' })),
    notify: (data, level = 'info') => frame.notify('notifications/message', { level, logger: frame.entry.name, data }),
  };
}

/** Hooks as plain functions, callable without their plugin. */
export type BoundHooks = { readonly [Name in keyof PluginHooks]: OmitThisParameter<PluginHooks[Name]> };
