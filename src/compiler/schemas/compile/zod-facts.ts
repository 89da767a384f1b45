/** The part of a zod schema's inside that the table is made from; read, never called except where said. */
export interface ZodSchema {
  readonly _zod: ZodInside;
}

export interface ZodInside {
  readonly def: ZodDef;
  readonly traits?: ReadonlySet<string>;
  readonly optin?: unknown;
  readonly optout?: unknown;
  readonly values?: ReadonlySet<unknown>;
  readonly propValues?: Readonly<Record<string, ReadonlySet<unknown>>>;
  readonly pattern?: unknown;
  readonly innerType?: unknown;
  readonly bag?: Readonly<Record<string, unknown>>;
  readonly check?: unknown;
  readonly parse?: unknown;
}

export interface ZodDef {
  readonly type?: unknown;
  readonly check?: unknown;
  readonly checks?: unknown;
  readonly [fact: string]: unknown;
}

/** True for a zod 4 schema or check; a plain function given to `check` has no traits. */
export function isZod(value: unknown): value is ZodSchema {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || !('_zod' in value)) return false;
  const inside = value._zod;
  return typeof inside === 'object' && inside !== null && 'def' in inside;
}

/** True for a zod 4 schema. */
export const isZodSchema = (value: unknown): value is ZodSchema => isZod(value) && value._zod.traits?.has('$ZodType') === true;

/** Settings that zod keeps for the whole process; they change what a schema accepts or says. */
export function zodSettings(): { readonly [name: string]: unknown } {
  const settings: unknown = Reflect.get(globalThis, '__zod_globalConfig');
  return typeof settings === 'object' && settings !== null ? { ...settings } : {};
}

/**
 * Text by which a closure that zod itself makes is known: nothing else tells it from a user's. A bundler puts numbers behind names that
 * two modules share.
 */
export const sourceOf = (closure: unknown): string =>
  String(closure)
    .replaceAll(/\s/g, '')
    .replaceAll(/([A-Za-z_$])\d+\b/g, '$1');
