import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core';
import { namespaceParts } from './namespace-parts.ts';

type Returned = { readonly error: QuickJSHandle } | QuickJSHandle | undefined;

/** What a script calls never throws into the engine what the host has thrown, with all that hangs on it: the script gets a text. */
export function guarded(context: QuickJSContext, run: () => QuickJSHandle | undefined | void): Returned {
  try {
    return run() ?? undefined;
  } catch (failure) {
    const message = failure instanceof TypeError ? failure.message : 'the call has failed';
    return { error: context.newError({ name: 'TypeError', message }) };
  }
}

/** Takes a member away for good. */
export function disable(context: QuickJSContext, of: QuickJSHandle, name: string): void {
  context.defineProp(of, name, { value: context.undefined, configurable: false, enumerable: false });
}

export function objectOf(context: QuickJSContext, members: Readonly<Record<string, QuickJSHandle>>): QuickJSHandle {
  const made = context.newObject();
  for (const [name, value] of Object.entries(members)) context.setProp(made, name, value);
  return made;
}

export function errorOf(
  context: QuickJSContext,
  name: string,
  texts: { readonly message: string; readonly [name: string]: string },
): QuickJSHandle {
  const error = context.newError({ name, message: texts.message });
  for (const [member, text] of Object.entries(texts)) if (text !== '') context.setProp(error, member, context.newString(text));
  return error;
}

/** Says that an object is a namespace of tools, and not `Math` or `JSON`. */
const spaceMark = '__tools';

/** `orders.list` becomes a function of the global `orders`, unless the name is taken. */
export function addToNamespace(context: QuickJSContext, name: string, call: QuickJSHandle): void {
  const parts = [...namespaceParts(name)];
  const last = parts.pop();
  if (last === undefined) return;
  let space = context.global;
  for (const part of parts) {
    const inner = namespaceIn(context, space, part);
    if (inner === undefined) return;
    space = inner;
  }
  if (context.typeof(context.getProp(space, last)) === 'undefined') context.setProp(space, last, call);
}

function namespaceIn(context: QuickJSContext, space: QuickJSHandle, part: string): QuickJSHandle | undefined {
  const found = context.getProp(space, part);
  const kind = context.typeof(found);
  if (kind === 'object') return context.typeof(context.getProp(found, spaceMark)) === 'boolean' ? found : undefined;
  if (kind !== 'undefined') return undefined;
  const made = context.newObject(context.null);
  context.defineProp(made, spaceMark, { value: context.true, configurable: false, enumerable: false });
  context.setProp(space, part, made);
  return made;
}

export interface Stringifying {
  readonly context: QuickJSContext;
  readonly stringify: QuickJSHandle;
}

/** JSON of a value, made inside, under the limits of the script; undefined for what has none, such as a function. */
export function stringifyIn(
  { context, stringify }: Stringifying,
  value: QuickJSHandle,
): { readonly value: string | undefined } | { readonly error: QuickJSHandle } {
  const made = context.callFunction(stringify, context.undefined, value);
  if (made.error) return { error: made.error };
  return { value: context.typeof(made.value) === 'string' ? context.getString(made.value) : undefined };
}

/** A member that is a text; empty for everything else, and where it cannot be read. */
export function textIn(context: QuickJSContext, of: QuickJSHandle, name: string): string {
  try {
    const value = context.getProp(of, name);
    return context.typeof(value) === 'string' ? context.getString(value).slice(0, 2000) : '';
  } catch {
    return '';
  }
}
