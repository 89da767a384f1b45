import type { SettingRule } from './setting-rules.ts';

/** Values that a member of the config file takes. Validation, JSON Schema, help and the reference are computed from these rows. */
export type Rule =
  | {
      readonly kind: 'text';
      readonly choices?: readonly string[];
      /** In `setting-rules.ts`. */
      readonly rule?: SettingRule;
    }
  | { readonly kind: 'integer'; readonly min?: number; readonly max?: number }
  | { readonly kind: 'switch' }
  | { readonly kind: 'json' }
  | { readonly kind: 'list'; readonly of: Rule; readonly atLeast?: number }
  /** Free keys, all values alike. */
  | { readonly kind: 'map'; readonly of: Rule; readonly keys?: readonly string[] }
  | { readonly kind: 'object'; readonly fields: Fields }
  /** Objects told apart by one text field; messages do not propose what is `unnamed`. */
  | {
      readonly kind: 'variant';
      readonly by: string;
      readonly cases: Readonly<Record<string, Fields>>;
      readonly unnamed?: readonly string[];
    }
  | { readonly kind: 'either'; readonly of: readonly Rule[] }
  | { readonly kind: 'off' };

export interface Field {
  readonly rule: Rule;
  /** One sentence for help and editors. */
  readonly summary: string;
  readonly required?: true;
  readonly standard?: string | number | boolean;
  /** Variable that wins over the file. */
  readonly variable?: string;
  /** Flag that wins over the variable. */
  readonly flag?: string;
  /** Accepted now, used by a later version: naming it in a config gives a warning, so that nothing is silently ignored. */
  readonly later?: true;
  /** Not built, though servers in decorated style may have it: what to do instead, a sentence. Naming it in a config is an error. */
  readonly refusedBecause?: string;
}

export type Fields = Readonly<Record<string, Field>>;
