import { checkPluginOptions, type PluginOptionRule } from '@service/sdk/define';
import { ServiceError } from '@service/sdk/errors';
import { configInvalid, isRecord, isTexts } from '@service/sdk/internal';
import { type CodeCallField, type CodeCallOptions, maxScriptLength, presets } from './codecall-options.ts';
import { unusedOptions } from './unused-options.ts';

const oneOf =
  (...names: readonly string[]): PluginOptionRule =>
  (value) =>
    names.includes(String(value)) ? undefined : names.map((name) => `"${name}"`).join(', ');
const isBoolean: PluginOptionRule = (value) => (typeof value === 'boolean' ? undefined : 'true or false');
const isFunction: PluginOptionRule = (value) => (typeof value === 'function' ? undefined : 'a function');
const isText: PluginOptionRule = (value) => (typeof value === 'string' ? undefined : 'a text');
const areNames: PluginOptionRule = (value) => (isTexts(value) ? undefined : 'a list of names');
const areIdentifiers: PluginOptionRule = (value) =>
  isTexts(value) && value.every((name) => /^[A-Za-z_$][\w$]*$/.test(name)) ? undefined : 'a list of names of variables';
const isIdentifier: PluginOptionRule = (value) => (areIdentifiers([value]) === undefined ? undefined : 'a name of a variable');
const isCount =
  (max: number): PluginOptionRule =>
  (value) =>
    Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= max ? undefined : `a whole number from 1 to ${max}`;

const within =
  (rules: Readonly<Record<string, PluginOptionRule>>): PluginOptionRule =>
  (value) => {
    if (!isRecord(value)) return `an object of ${Object.keys(rules).join(', ')}`;
    for (const [name, one] of Object.entries(value)) {
      const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
      if (rule === undefined) return `an object of ${Object.keys(rules).join(', ')}, and "${name}" is not one of them`;
      const expected = one === undefined ? undefined : rule(one);
      if (expected !== undefined) return `an object whose "${name}" is ${expected}`;
    }
    return undefined;
  };

const rules: Readonly<Record<keyof CodeCallOptions, PluginOptionRule>> = {
  mode: oneOf('codecall_only', 'codecall_opt_in', 'metadata_driven'),
  appIds: areNames,
  topK: isCount(100),
  maxDefinitions: isCount(100),
  includeTools: isFunction,
  directCalls: within({ enabled: isBoolean, allowedTools: areNames, filter: isFunction }),
  vm: within({
    preset: oneOf(...Object.keys(presets)),
    timeoutMs: isCount(60_000),
    allowLoops: isBoolean,
    allowConsole: isBoolean,
    maxSteps: isCount(10_000),
    disabledBuiltins: areIdentifiers,
    disabledGlobals: areIdentifiers,
  }),
  sandbox: (value) =>
    within({ provider: oneOf('worker-loader'), binding: isIdentifier })(value) ??
    ((value as Record<string, unknown>)['provider'] === undefined ? 'an object whose "provider" is "worker-loader"' : undefined),
  embedding: within({
    strategy: oneOf('tfidf', 'ml'),
    embed: isFunction,
    modelName: isText,
    cacheDir: isText,
    useHNSW: (value) => (value === false ? undefined : 'left out: every vector is compared, so no index stands between'),
    synonymExpansion: within({
      enabled: isBoolean,
      replaceDefaults: isBoolean,
      additionalSynonyms: (value) =>
        Array.isArray(value) && value.every((group) => isTexts(group)) ? undefined : 'a list of lists of words',
      maxExpansionsPerTerm: isCount(100),
    }),
  }),
  sidecar: within({
    enabled: isBoolean,
    extractionThreshold: isCount(maxScriptLength),
    maxScriptLengthWhenDisabled: isCount(maxScriptLength),
  }),
};

/** @throws {ServiceError} INVALID_DECORATOR_METADATA with every fault, one a line, options that do nothing beside the others among them; CONFIG_INVALID for `ml` without `embed` */
export function checkCodeCallOptions(options: object): void {
  checkPluginOptions('codecall', options, rules);
  const unused = unusedOptions(options);
  if (unused.length > 0) throw new ServiceError('INVALID_DECORATOR_METADATA', unused.join('\n'));
  const { embedding }: CodeCallOptions = options;
  if (embedding?.strategy === 'ml' && embedding.embed === undefined)
    throw configInvalid(
      'plugin "codecall": embedding.strategy "ml" needs embedding.embed, a function that makes a vector for each text: no model is part of this package',
    );
}

const fieldRules: Readonly<Record<keyof CodeCallField, PluginOptionRule>> = {
  visibleInListTools: isBoolean,
  enabledInCodeCall: isBoolean,
  appId: isText,
  source: isText,
  tags: areNames,
};

/** What is wrong with the field `codecall` of a tool. */
export function fieldProblem(field: unknown): string | undefined {
  const expected = typeof field === 'boolean' ? undefined : within(fieldRules)(field);
  return expected === undefined ? undefined : `"codecall" must be true, false or ${expected}`;
}
