import { endpointPathProblem, isOlderThanDefault, defaultNodeVersion, nodeVersionPattern } from '@service/sdk/options';

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
