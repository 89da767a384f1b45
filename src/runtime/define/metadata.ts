import type { OptionOwner } from '../options/index.ts';

/** Kind that a decorator or a builder declares. */
export type DeclarationKind = Exclude<OptionOwner, 'service'> | 'server' | 'log-transport' | 'auth-provider';

/** Record of a decorator or a builder. Kept by reference; nothing is copied, checked or converted before a model is made of it. */
export interface Declaration {
  readonly kind: DeclarationKind;
  readonly options: Readonly<Record<string, unknown>>;
  /** The decorated class; absent for function-made entries. */
  readonly target?: AnyClass;
  /** The author's function, for function-made entries. */
  readonly handler?: AnyHandler;
  /** The class of that function's `ctx`. */
  readonly context?: AnyClass;
  /** Of `P.init(…)` and `A.init(…)`. */
  readonly init?: InitInput;
}

/** A class with any constructor arguments. */
export type AnyClass = abstract new (...args: never[]) => object;

/** A function whose parameters the kind of entry decides. */
export type AnyHandler = (...args: never[]) => unknown;

/** Options given to `init`: the value, or a factory that the container runs at start. */
export type InitInput =
  | { readonly options: unknown }
  | { readonly inject: () => readonly unknown[]; readonly useFactory: (...args: never) => unknown };

/** The one piece of module state: keyed weakly by the declared class, so that it holds nothing alive. */
const declarations = new WeakMap<object, Declaration>();

/** Records a declaration. The last one wins, as decorators run from the bottom up. */
export function declare(target: object, declaration: Declaration): void {
  declarations.set(target, declaration);
}

/** The declaration of a class, or of a builder's result; `undefined` for any other value. */
export function declarationOf(value: unknown): Declaration | undefined {
  return (typeof value === 'function' || typeof value === 'object') && value !== null ? declarations.get(value) : undefined;
}

/** Declaration of one kind, else `undefined`. */
export function declaredAs(kind: DeclarationKind, value: unknown): Declaration | undefined {
  const declaration = declarationOf(value);
  return declaration?.kind === kind ? declaration : undefined;
}
