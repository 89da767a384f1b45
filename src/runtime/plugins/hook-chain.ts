import {
  cannotAsk,
  extensionMissing,
  observed,
  type CallFrame,
  type CallOrigin,
  type ContextCall,
  type ContextExtension,
  type EntryAdmission,
  type HookCall,
  type HookViewer,
  type ListCall,
  type Next,
  type PluginHooks,
  type Token,
} from '../define/index.ts';
import type {
  EntryModel,
  PromptModel,
  PromptResult,
  ReadResult,
  ResourceModel,
  ResourceTemplateModel,
  SkillModel,
  ToolModel,
  ToolResult,
} from '../model/index.ts';
import type { Awaitable } from '../std/promises.ts';

/** A hook of one plugin around a call, bound to its instance. */
type AroundHook<Entry, Result> = (call: HookCall<Entry>, next: Next<Result>) => Awaitable<Result>;

export interface Hooked {
  readonly toolCall: { readonly entry: ToolModel; readonly result: ToolResult };
  readonly resourceRead: { readonly entry: ResourceModel | ResourceTemplateModel; readonly result: ReadResult };
  readonly promptGet: { readonly entry: PromptModel; readonly result: PromptResult };
}

export type HookedKind = keyof Hooked;

type HookLists = { readonly [K in keyof Hooked]: readonly AroundHook<Hooked[K]['entry'], Hooked[K]['result']>[] };

/** What hooks say of an entry, before it is used or listed. */
export interface EntryFilters {
  /** False hides the entry altogether. */
  readonly filters: readonly ((entry: EntryModel | SkillModel, call: ListCall) => Awaitable<boolean>)[];
  /** False leaves it out of lists. */
  readonly listings: readonly ((entry: EntryModel | SkillModel, call: ListCall) => Awaitable<boolean>)[];
  /** Throw a refusal. */
  readonly admissions: readonly ((entry: EntryModel | SkillModel, use: EntryAdmission) => Awaitable<void>)[];
}

/** The hooks of all plugins for one entry, computed once. */
export interface EntryHooks extends HookLists, EntryFilters {
  /** Runs a call within the hooks of its kind. */
  around<K extends keyof Hooked>(
    kind: K,
    call: HookedCall<Hooked[K]['entry']>,
    innermost: (input: unknown) => Awaitable<Hooked[K]['result']>,
  ): Awaitable<Hooked[K]['result']>;
  /** Adds the plugins' context extensions to an author's object. */
  extend(context: object, call: ExtendedCall): void;
}

/** A running call to which plugins add members. */
export interface ExtendedCall {
  readonly frame: CallFrame;
  readonly viewer: () => HookViewer;
}

/** A running call, before it is turned into the hooks' view of it. */
interface HookedCall<Entry> {
  readonly frame: CallFrame;
  readonly entry: Entry;
  readonly input: unknown;
  readonly viewer: HookViewer;
  readonly origin: CallOrigin;
  readonly fits: HookCall<Entry>['fits'];
}

/** A context extension, and the plugin that makes its value where it names no token. */
export interface BoundExtension extends ContextExtension {
  readonly contextMember: BoundHooks['contextMember'];
}

/** Defines a context extension of a plugin on the author's object. */
export function addExtension(context: object, extension: BoundExtension, call: ExtendedCall): void {
  const { contextMember, errorMessage, property, token } = extension;
  let made: unknown;
  Object.defineProperty(context, property, {
    configurable: true,
    get: () => {
      const { frame } = call;
      frame.isPersonal = true;
      made ??= token === undefined ? contextMember?.(property, contextCallOf(call)) : frame.resolver.tryGet(token as Token);
      if (made === undefined) throw extensionMissing(property, errorMessage ?? 'its provider is not registered');
      return made;
    },
  });
}

const contextCallOf = ({ frame, viewer }: ExtendedCall): ContextCall => ({
  ...viewer(),
  entry: { id: frame.entry.id, name: frame.entry.name },
  get logger() {
    return frame.logger;
  },
});

/** Lets the extension of a plugin that does not reach an entry say so, where the author's object has no such member. */
export function refuseExtension(context: object, { errorMessage, property }: ContextExtension, plugin: string): void {
  if (property in context) return;
  const hint = errorMessage ?? `plugin "${plugin}" is not installed in this app`;
  Object.defineProperty(context, property, {
    configurable: true,
    get: () => {
      throw extensionMissing(property, hint);
    },
  });
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
    return hook(input === call.input ? call : withInput(call, input), (...replaced) =>
      step(index + 1, replaced.length === 0 ? input : replaced[0]),
    );
  };
  return step(0, call.input);
}

/** Runs a call within the hooks of its kind. */
export function runHooks<K extends keyof Hooked>(
  lists: HookLists,
  kind: K,
  of: { readonly call: HookedCall<Hooked[K]['entry']>; readonly innermost: (input: unknown) => Awaitable<Hooked[K]['result']> },
): Awaitable<Hooked[K]['result']> {
  const hooks: HookLists[K] = lists[kind];
  return hooks.length === 0 ? of.innermost(of.call.input) : runAround(hooks, hookCallOf(of.call), of.innermost);
}

/** The hooks' view of a call. What few hooks read is made when they read it. */
function hookCallOf<Entry>({ entry, fits, frame, input, origin, viewer }: HookedCall<Entry>): HookCall<Entry> {
  return {
    ...viewer,
    entry,
    input,
    origin,
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

const hookNames = [
  'aroundToolCall',
  'aroundResourceRead',
  'aroundPromptGet',
  'filterEntry',
  'listEntry',
  'admitEntry',
  'contextMember',
  'onStart',
  'onClose',
  'onRequest',
] as const;

/** Hooks as plain functions, callable without their plugin. */
export type BoundHooks = { readonly [Name in keyof PluginHooks]: OmitThisParameter<PluginHooks[Name]> };

/** The hooks that an instance implements, bound to it. */
export function hooksOf(instance: object): BoundHooks {
  const found = hookNames.flatMap((name) => {
    const method: unknown = Reflect.get(instance, name);
    return typeof method === 'function' ? [[name, method.bind(instance)] as const] : [];
  });
  return Object.fromEntries(found);
}
