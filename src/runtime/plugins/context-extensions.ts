import {
  type AnyClass,
  type CallFrame,
  type ContextCall,
  type ContextExtension,
  extensionMissing,
  frameUnderConstruction,
  type Token,
} from '../define/index.ts';
import type { EntryModel } from '../model/index.ts';
import { addressShareOf } from '../web/address-share.ts';
import type { LivePlugin, Plugins } from './create-plugins.ts';

/** The class of an entry's context objects, with the members that plugins add. */
export type ExtendContext = (entry: EntryModel, target: AnyClass) => AnyClass;

/** A getter for each context extension, made once for an entry. Those of plugins that do not reach the entry say so where it reads them. */
export function extendContextBy({ live, reaching }: Plugins): ExtendContext {
  const extending = live.filter((plugin) => extensionsOf(plugin).length > 0);
  const known = new WeakMap<EntryModel, AnyClass>();
  return (entry, target) => {
    const found = known.get(entry) ?? extendClass(target, extending, reaching(entry));
    known.set(entry, found);
    return found;
  };
}

/** Checked when the model was made. */
const extensionsOf = ({ plugin }: LivePlugin): readonly ContextExtension[] =>
  (plugin.declaration.options['contextExtensions'] ?? []) as readonly ContextExtension[];

function extendClass(target: AnyClass, extending: readonly LivePlugin[], near: readonly LivePlugin[]): AnyClass {
  class Extended extends target {
    readonly #frame = frameUnderConstruction();

    /** Undefined in the constructor of the author's class. */
    static frameOf(this: void, context: object): CallFrame | undefined {
      return #frame in context ? context.#frame : undefined;
    }
  }
  Object.defineProperty(Extended, 'name', { value: target.name });
  // What code reads of the class is the author's own.
  Object.defineProperty(Extended.prototype, 'constructor', { value: target });
  for (const plugin of extending)
    for (const extension of extensionsOf(plugin)) {
      const { property } = extension;
      if (near.includes(plugin)) {
        Object.defineProperty(Extended.prototype, property, { get: memberGetter(plugin, extension, Extended.frameOf) });
      } else if (!(property in Extended.prototype)) {
        const hint = extension.errorMessage ?? `plugin "${plugin.plugin.model.name}" is not installed in this app`;
        Object.defineProperty(Extended.prototype, property, { get: () => refuse(property, hint) });
      }
    }
  return Extended;
}

/** Makes the member when it is first read. */
function memberGetter(
  { hooks }: LivePlugin,
  { errorMessage, property, token }: ContextExtension,
  frameOf: (context: object) => CallFrame | undefined,
) {
  return function (this: object): unknown {
    const frame = frameOf(this) ?? refuse(property, 'it is there once the object is built');
    frame.isPersonal = true;
    const made = token === undefined ? hooks.contextMember?.(property, contextCallOf(frame)) : frame.resolver.tryGet(token as Token);
    if (made === undefined) return refuse(property, errorMessage ?? 'its provider is not registered');
    Object.defineProperty(this, property, { value: made, configurable: true });
    return made;
  };
}

function refuse(property: string, hint: string): never {
  throw extensionMissing(property, hint);
}

const contextCallOf = (frame: CallFrame): ContextCall => ({
  ...frame.viewer,
  entry: { id: frame.entry.id, name: frame.entry.name },
  get logger() {
    return frame.logger;
  },
  get network() {
    return addressShareOf(frame.http);
  },
});
