import { endpointPathProblem, isOlderThanDefault, defaultNodeVersion, nodeVersionPattern } from '@service/sdk/options';

/** Values that a member of the config file takes. Validation, JSON Schema, help and the reference are computed from these rows. */
export type Rule =
  | {
      readonly kind: 'text';
      readonly choices?: readonly string[];
      /** In `settingRules`. */
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
  /** Not built, though servers in decorated style may have it: what to do instead, a sentence. Naming it in a config is an error. */
  readonly refusedBecause?: string;
}

export type Fields = Readonly<Record<string, Field>>;

/** What a text must be, beyond its type. */
interface TextRule {
  readonly pattern?: string;
  readonly patternSays?: string;
  /** A check that no pattern can express: returns a sentence that follows the name of the setting. */
  readonly problemOf?: (value: string) => string | undefined;
  /** Of a value that is accepted and not followed: what happens instead, a sentence that follows the name of the setting. */
  readonly unusedBecause?: (value: string) => string | undefined;
}

/** The rules that `@rule` of a setting's comment names. */
export const settingRules = {
  // A file name has at most 255 bytes, and a build adds to it: install-<name>.sh, <name>.manifest.json.
  fileName: {
    pattern: '^(?!\\.{1,2}$)[a-zA-Z0-9._-]{1,200}$',
    patternSays: 'may hold up to 200 letters, digits, dots, hyphens and underscores',
  },
  nodeVersion: {
    pattern: nodeVersionPattern.source,
    patternSays: 'must name the oldest version, such as >=22.13.0',
    unusedBecause: (value) =>
      nodeVersionPattern.test(value) && isOlderThanDefault(value)
        ? `${value} is older than ${defaultNodeVersion}, which bundles need: that is checked instead`
        : undefined,
  },
  endpointPath: { pattern: '^(?:|/.*)$', patternSays: 'must begin with /', problemOf: endpointPathProblem },
  host: { pattern: '^[A-Za-z0-9.:\\[\\]-]+$', patternSays: 'must be a host name or an IP address' },
  notEmpty: { pattern: '.', patternSays: 'is not empty' },
  variableName: { pattern: '^[A-Za-z_][A-Za-z0-9_]*$', patternSays: 'is the name of a variable' },
  workerName: {
    pattern: '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$',
    patternSays: 'may hold up to 63 lower-case letters, digits and hyphens',
  },
  platformDate: {
    pattern: '^\\d{4}-\\d\\d-\\d\\d$',
    patternSays: 'is a date such as 2024-11-11',
    problemOf: (value) => (Number.isNaN(Date.parse(value)) ? 'expected a day of the calendar' : undefined),
  },
  platformFlag: {
    pattern: '^[a-z0-9_:-]+$',
    patternSays: 'is the name of a flag',
    problemOf: (value) =>
      value === 'no_nodejs_compat' || value === 'nodejs_compat_do_not_populate_process_env'
        ? `${value} takes away what every worker bundle is built for`
        : undefined,
  },
  mailAddress: {
    pattern: '^[\\w.+-]+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?\\.[A-Za-z]{2,}$',
    patternSays: 'is a mail address',
  },
  webPage: {
    problemOf: (value) =>
      URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
        ? undefined
        : 'expected an address that begins with https:// or http://',
  },
} as const satisfies Readonly<Record<string, TextRule>>;

export type SettingRule = keyof typeof settingRules;

export const textRule = (name: SettingRule | undefined): TextRule => (name === undefined ? {} : settingRules[name]);
