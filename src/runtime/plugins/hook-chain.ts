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
      return runAround(list, call, innermost);
    },
  };
  return hooks;
}

/** A running call, before it is turned into the hooks' view of it. */
interface HookedCall<Entry> {
  readonly frame: CallFrame;
  readonly entry: Entry;
  readonly input: unknown;
  readonly origin: CallOrigin;
  readonly depth: number;
  readonly fits: HookCall<Entry>['fits'];
}

/** Runs the hooks from the outermost inwards, and `innermost` at last; without hooks it is just `innermost`. */
function runAround<Entry, Result>(
  hooks: readonly AroundHook<Entry, Result>[],
  call: HookedCall<Entry>,
  innermost: (input: unknown) => Awaitable<Result>,
): Awaitable<Result> {
  if (hooks.length === 0) return innermost(call.input);
  const view = new HookView(call);
  const step = (index: number, input: unknown): Awaitable<Result> => {
    const hook = hooks[index];
    if (hook === undefined) return innermost(input);
    // `next()` without argument keeps the input; `next(other)` replaces it for everything further in.
    return hook(input === call.input ? view : new HookView({ ...call, input }), (...replaced) => {
      const result = step(index + 1, replaced.length === 0 ? input : replaced[0]);
      // A hook may answer without looking at it: what fails then is nobody's rejection.
      return isPromiseLike(result) ? observed(result) : result;
    });
  };
  return step(0, call.input);
}

/** The hooks' view of a call. What few hooks read is made when they read it. */
class HookView<Entry> implements HookCall<Entry> {
  readonly entry: Entry;
  readonly input: unknown;
  readonly origin: CallOrigin;
  readonly depth: number;
  readonly fits: HookCall<Entry>['fits'];
  readonly auth: HookViewer['auth'];
  readonly principal: HookViewer['principal'];
  readonly sessionId: HookViewer['sessionId'];
  readonly request: HookViewer['request'];
  readonly #of: HookedCall<Entry>;

  constructor(of: HookedCall<Entry>) {
    const { depth, entry, fits, frame, input, origin } = of;
    const { viewer } = frame;
    this.entry = entry;
    this.input = input;
    this.origin = origin;
    this.depth = depth;
    this.fits = fits;
    this.auth = viewer.auth;
    this.principal = viewer.principal;
    this.sessionId = viewer.sessionId;
    this.request = viewer.request;
    this.#of = of;
  }
  get isPersonal(): boolean {
    return this.#of.frame.isPersonal;
  }
  get metadata(): HookCall<Entry>['metadata'] {
    return this.#of.frame.entry.metadata;
  }
  get resolver(): HookCall<Entry>['resolver'] {
    return this.#of.frame.resolver;
  }
  get logger(): HookCall<Entry>['logger'] {
    return this.#of.frame.logger;
  }
  get signal(): AbortSignal {
    return this.#of.frame.signal;
  }
  get clientCapabilities(): HookCall<Entry>['clientCapabilities'] {
    return this.#of.frame.clientCapabilities;
  }
  // Made when they are read, so that a hook may take them out of its call.
  get elicit(): HookCall<Entry>['elicit'] {
    const { frame } = this.#of;
    return (message, schema, options = {}) =>
      observed(frame.services.asking?.elicit(frame, { message, schema, options }) ?? cannotAsk({ method: 'elicitation/create' }));
  }
  get notify(): HookCall<Entry>['notify'] {
    const { frame } = this.#of;
    return (data, level = 'info') => frame.notify('notifications/message', { level, logger: frame.entry.name, data });
  }
}

/** Hooks as plain functions, callable without their plugin. */
export type BoundHooks = { readonly [Name in keyof PluginHooks]: OmitThisParameter<PluginHooks[Name]> };
