import type { ContextExtension, HookCall, ListCall, Next, PluginHooks } from '../define/index.ts';
import type {
  EntryModel,
  PromptModel,
  PromptResult,
  ReadResult,
  ResourceModel,
  ResourceTemplateModel,
  ToolModel,
  ToolResult,
} from '../model/index.ts';
import type { Awaitable } from '../std/index.ts';

/** Goes round something: a hook of one plugin, bound to its instance. */
export type Around<Entry, Result> = (call: HookCall<Entry>, next: Next<Result>) => Awaitable<Result>;

/** What plugins do around one entry, computed once. */
export interface EntryHooks {
  readonly toolCall: readonly Around<ToolModel, ToolResult>[];
  readonly resourceRead: readonly Around<ResourceModel | ResourceTemplateModel, ReadResult>[];
  readonly promptGet: readonly Around<PromptModel, PromptResult>[];
  readonly filters: readonly ((entry: EntryModel, call: ListCall) => Awaitable<boolean>)[];
  readonly extensions: readonly ContextExtension[];
}

/** Runs the hooks from the outermost inwards, and `innermost` at last; without hooks it is just `innermost`. */
export function runAround<Entry, Result>(
  hooks: readonly Around<Entry, Result>[],
  call: HookCall<Entry>,
  innermost: (input: unknown) => Awaitable<Result>,
): Awaitable<Result> {
  if (hooks.length === 0) return innermost(call.input);
  const step = (index: number, input: unknown): Awaitable<Result> => {
    const hook = hooks[index];
    if (hook === undefined) return innermost(input);
    // `next()` without argument keeps the input; `next(other)` replaces it for everything further in.
    return hook(input === call.input ? call : { ...call, input }, (...replaced) =>
      step(index + 1, replaced.length === 0 ? input : replaced[0]),
    );
  };
  return step(0, call.input);
}

const hookNames = ['aroundToolCall', 'aroundResourceRead', 'aroundPromptGet', 'filterEntry', 'onStart', 'onClose'] as const;

/** Hooks as plain functions: they may be called without their plugin. */
export type BoundHooks = { readonly [Name in keyof PluginHooks]: OmitThisParameter<PluginHooks[Name]> };

/** The hooks that an instance implements, bound to it. */
export function hooksOf(instance: object): BoundHooks {
  const found = hookNames.flatMap((name) => {
    const method: unknown = Reflect.get(instance, name);
    return typeof method === 'function' ? [[name, method.bind(instance)] as const] : [];
  });
  return Object.fromEntries(found);
}
