import { checkPluginOptions, type HookViewer } from '@service/sdk/define';
import { ServiceError } from '@service/sdk/errors';
import { isRecord } from '@service/sdk/internal';
import { staticAdapter, type FlagAdapter, type FlagAttribute, type StaticFlag } from './flag-adapter.ts';
import { launchDarkly, openFeature, split, unleash, type LaunchDarklyConfig, type OpenFeatureConfig } from './providers.ts';

/** Options of {@link FeatureFlagPlugin.init}. */
export type FeatureFlagOptions = CommonOptions &
  (StaticFlags | SplitFlags | LaunchDarklyFlags | UnleashFlags | OpenFeatureFlags | OwnFlags);

interface CommonOptions {
  /** Value of a flag that is unknown, is not a boolean, or whose provider is unavailable. @default false */
  readonly defaultValue?: boolean;
  /** How long the value of a flag is kept for a caller: not at all, for one request, or for a session up to `cacheTtlMs`. @default 'none' */
  readonly cacheStrategy?: 'none' | 'request' | 'session';
  /** Milliseconds that a session keeps the value of a flag. @default 30_000 */
  readonly cacheTtlMs?: number;
  /** The person whom the provider knows; `sub` of a signed-in caller when absent. */
  readonly userIdResolver?: (caller: HookViewer) => string | undefined;
  /** What else the provider knows of a caller. */
  readonly attributesResolver?: (caller: HookViewer) => Readonly<Record<string, FlagAttribute>>;
}

interface StaticFlags {
  /** Flags that the build knows. */
  readonly adapter: 'static';
  /** What each says. */
  readonly flags: Readonly<Record<string, StaticFlag>>;
}

interface SplitFlags {
  /** `@splitsoftware/splitio`, which the project installs; not on workers. */
  readonly adapter: 'splitio';
  /** Settings of `SplitFactory`. */
  readonly config: object;
}

interface LaunchDarklyFlags {
  /** `@launchdarkly/node-server-sdk`, which the project installs; not on workers. */
  readonly adapter: 'launchdarkly';
  /** Its key and options. */
  readonly config: LaunchDarklyConfig;
}

interface UnleashFlags {
  /** `unleash-client`, which the project installs; not on workers. */
  readonly adapter: 'unleash';
  /** Options of `new Unleash(…)`. */
  readonly config: object;
}

interface OpenFeatureFlags {
  /** `@openfeature/server-sdk`, which the project installs, with any provider of it. */
  readonly adapter: 'openfeature';
  /** The provider. */
  readonly config: OpenFeatureConfig;
}

interface OwnFlags {
  /** A source of one's own. */
  readonly adapter: 'custom';
  /** It. */
  readonly adapterInstance: FlagAdapter;
}

/** The option `adapter` is missing or invalid. */
export class FeatureFlagConfigurationError extends ServiceError {
  override readonly name = 'FeatureFlagConfigurationError';

  constructor(problem: string) {
    super('INVALID_DECORATOR_METADATA', `plugin "feature-flags": ${problem}`);
  }
}

export const defaults = { defaultValue: false, cacheStrategy: 'none', cacheTtlMs: 30_000 } as const;

/** Packages of the providers. */
const packages: Readonly<Record<string, string>> = {
  splitio: '@splitsoftware/splitio',
  launchdarkly: '@launchdarkly/node-server-sdk',
  unleash: 'unleash-client',
  openfeature: '@openfeature/server-sdk',
};
const adapters = ['static', ...Object.keys(packages), 'custom'];
const strategies = ['none', 'request', 'session'];

/** The package that these options need. */
export const packagesOf = ({ adapter }: FeatureFlagOptions): readonly string[] => {
  const name = packages[adapter];
  return name === undefined ? [] : [name];
};

/** @throws {FeatureFlagConfigurationError} without a source of flags; {ServiceError} INVALID_DECORATOR_METADATA with every other fault, one a line */
export function checkFlagOptions(options: object): void {
  const adapter: unknown = Reflect.get(options, 'adapter');
  if (typeof adapter !== 'string' || !adapters.includes(adapter))
    throw new FeatureFlagConfigurationError(
      `"adapter": must be ${adapters.map((name) => `"${name}"`).join(', ')}, the source of the flags`,
    );
  for (const [option, isRight] of [
    ['flags', adapter === 'static'],
    ['config', packages[adapter] !== undefined],
    ['adapterInstance', adapter === 'custom'],
  ] as const)
    if (isRight && !isRecord(Reflect.get(options, option)))
      throw new FeatureFlagConfigurationError(`"${option}": must be given with adapter "${adapter}"`);
  const isFunction = (value: unknown): string | undefined => (typeof value === 'function' ? undefined : 'a function of the caller');
  checkPluginOptions('feature-flags', options, {
    adapter: () => undefined,
    flags: (value) => (adapter === 'static' ? flagsRule(value) : 'left out: only adapter "static" has flags'),
    config: (value) => (adapter in packages ? configRule(adapter, value) : `left out: adapter "${adapter}" has no config`),
    adapterInstance: (value) =>
      adapter !== 'custom'
        ? 'left out: only adapter "custom" has one'
        : isRecord(value) && typeof value['evaluate'] === 'function'
          ? undefined
          : 'an object with the method evaluate(key, caller)',
    defaultValue: (value) => (typeof value === 'boolean' ? undefined : 'true or false'),
    cacheStrategy: (value) => (strategies.includes(String(value)) ? undefined : strategies.map((name) => `"${name}"`).join(', ')),
    cacheTtlMs: (value) =>
      Reflect.get(options, 'cacheStrategy') !== 'session'
        ? 'left out: only cacheStrategy "session" keeps anything so long'
        : typeof value === 'number' && Number.isFinite(value) && value > 0
          ? undefined
          : 'milliseconds above 0',
    userIdResolver: isFunction,
    attributesResolver: isFunction,
  });
}

function flagsRule(flags: unknown): string | undefined {
  const wrong = Object.entries(isRecord(flags) ? flags : {}).find(
    ([, flag]) => !['boolean', 'string', 'number'].includes(typeof flag) && !(isRecord(flag) && typeof flag['enabled'] === 'boolean'),
  );
  return wrong === undefined
    ? undefined
    : `true, false, a text, a number or { enabled, variant? } for each flag; "${wrong[0]}" has another type`;
}

function configRule(adapter: string, config: unknown): string | undefined {
  const needed = { launchdarkly: 'sdkKey', openfeature: 'provider' }[adapter];
  if (needed === undefined || (isRecord(config) && Boolean(config[needed]))) return undefined;
  return `an object with "${needed}"`;
}

export function adapterOf(options: FeatureFlagOptions): FlagAdapter {
  switch (options.adapter) {
    case 'static':
      return staticAdapter(options.flags);
    case 'splitio':
      return split(options.config);
    case 'launchdarkly':
      return launchDarkly(options.config);
    case 'unleash':
      return unleash(options.config);
    case 'openfeature':
      return openFeature(options.config);
    case 'custom':
      return options.adapterInstance;
  }
}
