import {
  askPerson,
  notifyClient,
  observed,
  type CallFrame,
  type CallOrigin,
  type HookCall,
  type HookViewer,
  type Next,
  type PluginHooks,
} from '../define/index.ts';
import type { EntryModel, PromptResult, ReadResult, ToolResult } from '../model/index.ts';
import { isPromiseLike, type Awaitable } from '../std/promises.ts';

/** What an entry answers: by its kind one of these. */
export type HookedResult = ToolResult | ReadResult | PromptResult;

/** A hook of one plugin around a call, bound to its instance. */
type AroundHook = (call: HookCall<EntryModel>, next: Next<HookedResult>) => Awaitable<HookedResult>;

/** Runs a call within the hooks of all plugins around its entry. */
export type RunHooks = (call: HookedCall, innermost: (input: unknown) => Awaitable<HookedResult>) => Awaitable<HookedResult>;

/** A running call, before it is turned into the hooks' view of it. */
interface HookedCall {
  readonly frame: CallFrame;
  readonly entry: EntryModel;
  readonly input: unknown;
  readonly origin: CallOrigin;
  readonly depth: number;
  readonly fits: HookCall<EntryModel>['fits'];
}

const hookAround = {
  tool: 'aroundToolCall',
  resource: 'aroundResourceRead',
  'resource-template': 'aroundResourceRead',
  prompt: 'aroundPromptGet',
} as const;

/**
 * @param plugins outermost first
 * @returns undefined where none of them has a hook around entries of this kind
 */
export function createHooks({ kind }: EntryModel, plugins: readonly { readonly hooks: BoundHooks }[]): RunHooks | undefined {
  const hooks = plugins.flatMap((plugin): AroundHook | [] => (plugin.hooks[hookAround[kind]] as AroundHook | undefined) ?? []);
  if (hooks.length === 0) return undefined;
  return (call, innermost) => {
    const view = new HookView(call);
    const outermost = hooks.reduceRight<typeof innermost>(
      (inner, hook) => (input) =>
        // `next()` without argument keeps the input; `next(other)` replaces it for everything further in.
        hook(input === call.input ? view : new HookView({ ...call, input }), (...replaced) => {
          const result = inner(replaced.length === 0 ? input : replaced[0]);
          // A hook may answer without looking at it: its failure must then not end the process.
          return isPromiseLike(result) ? observed(result) : result;
        }),
      innermost,
    );
    return outermost(call.input);
  };
}

/** The hooks' view of a call. What few hooks read is made when they read it. */
class HookView implements HookCall<EntryModel> {
  readonly entry: EntryModel;
  readonly input: unknown;
  readonly origin: CallOrigin;
  readonly depth: number;
  readonly fits: HookCall<EntryModel>['fits'];
  readonly auth: HookViewer['auth'];
  readonly principal: HookViewer['principal'];
  readonly sessionId: HookViewer['sessionId'];
  readonly request: HookViewer['request'];
  readonly #frame: CallFrame;

  constructor(of: HookedCall) {
    ({ entry: this.entry, input: this.input, origin: this.origin, depth: this.depth, fits: this.fits } = of);
    ({ auth: this.auth, principal: this.principal, sessionId: this.sessionId, request: this.request } = of.frame.viewer);
    this.#frame = of.frame;
  }
  get isPersonal(): boolean {
    return this.#frame.isPersonal;
  }
  get metadata(): HookCall<EntryModel>['metadata'] {
    return this.#frame.entry.metadata;
  }
  get resolver(): HookCall<EntryModel>['resolver'] {
    return this.#frame.resolver;
  }
  get logger(): HookCall<EntryModel>['logger'] {
    return this.#frame.logger;
  }
  get signal(): AbortSignal {
    return this.#frame.signal;
  }
  get clientCapabilities(): HookCall<EntryModel>['clientCapabilities'] {
    return this.#frame.clientCapabilities;
  }
  // Made when they are read, so that a hook may take them out of its call.
  get elicit(): HookCall<EntryModel>['elicit'] {
    return (message, schema, options = {}) => askPerson(this.#frame, { message, schema, options });
  }
  get notify(): HookCall<EntryModel>['notify'] {
    return (message, level) => notifyClient(this.#frame, message, level);
  }
}

/** Hooks as plain functions, callable without their plugin. */
export type BoundHooks = { readonly [Name in keyof PluginHooks]: OmitThisParameter<PluginHooks[Name]> };
