import { extensionMissing, type CallFrame, type ContextCall, type ContextExtension, type HookViewer, type Token } from '../define/index.ts';
import type { EntryModel } from '../model/index.ts';
import type { LivePlugin, Plugins } from './create-plugins.ts';

/** Adds members of plugins to the author's object of a call. */
export type ExtendContext = (
  context: object,
  call: { readonly entry: EntryModel; readonly frame: CallFrame; readonly viewer: () => HookViewer },
) => void;

/** A getter for each context extension. Those of plugins that do not reach an entry say so where it reads them. */
export function extendContextBy({ live, reaching }: Plugins): ExtendContext {
  const extending = live.filter((plugin) => extensionsOf(plugin).length > 0);
  return (context, { entry, frame, viewer }) => {
    const near = reaching(entry);
    for (const plugin of near)
      for (const extension of extensionsOf(plugin)) addExtension(context, extension, { frame, viewer, hooks: plugin.hooks });
    for (const plugin of extending.filter((one) => !near.includes(one)))
      for (const extension of extensionsOf(plugin)) refuseExtension(context, extension, plugin.plugin.model.name);
  };
}

/** Checked when the model was made. */
const extensionsOf = ({ plugin }: LivePlugin): readonly ContextExtension[] =>
  (plugin.declaration.options['contextExtensions'] ?? []) as readonly ContextExtension[];

interface ExtendedCall {
  readonly frame: CallFrame;
  readonly hooks: LivePlugin['hooks'];
  readonly viewer: () => HookViewer;
}

/** Defines a context extension of a plugin on the author's object. */
function addExtension(context: object, { errorMessage, property, token }: ContextExtension, { frame, hooks, viewer }: ExtendedCall): void {
  let made: unknown;
  Object.defineProperty(context, property, {
    configurable: true,
    get: () => {
      frame.isPersonal = true;
      made ??=
        token === undefined ? hooks.contextMember?.(property, contextCallOf(frame, viewer())) : frame.resolver.tryGet(token as Token);
      if (made === undefined) throw extensionMissing(property, errorMessage ?? 'its provider is not registered');
      return made;
    },
  });
}

const contextCallOf = (frame: CallFrame, viewer: HookViewer): ContextCall => ({
  ...viewer,
  entry: { id: frame.entry.id, name: frame.entry.name },
  get logger() {
    return frame.logger;
  },
});

/** Lets the extension of a plugin that does not reach an entry say so, where the author's object has no such member. */
function refuseExtension(context: object, { errorMessage, property }: ContextExtension, plugin: string): void {
  if (property in context) return;
  const hint = errorMessage ?? `plugin "${plugin}" is not installed in this app`;
  Object.defineProperty(context, property, {
    configurable: true,
    get: () => {
      throw extensionMissing(property, hint);
    },
  });
}
