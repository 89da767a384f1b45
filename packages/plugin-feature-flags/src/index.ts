import {
  type ContextCall,
  DynamicPlugin,
  type EntryAdmission,
  type HookViewer,
  type ListCall,
  Plugin,
  type PluginHooks,
  type PluginHost,
} from '@service/sdk/define';
import { PublicMcpError, ServiceError } from '@service/sdk/errors';
import { isRecord } from '@service/sdk/internal';
import type { EntryModel, SkillModel } from '@service/sdk/model';
import type { FlagAdapter, FlagValue } from './flag-adapter.ts';
import { adapterOf, checkFlagOptions, packagesOf, type FeatureFlagOptions } from './flag-options.ts';
import { Flags } from './flags.ts';

export type { FlagAdapter, FlagAttribute, FlagCaller, FlagState, FlagValue, StaticFlag } from './flag-adapter.ts';
export { FeatureFlagConfigurationError, type FeatureFlagOptions } from './flag-options.ts';
export type { LaunchDarklyConfig, OpenFeatureConfig } from './providers.ts';

/** Field `featureFlag` of an entry: a key, with the default of this entry where it has one. */
export type FlagRef = string | { readonly key: string; readonly defaultValue?: boolean };

/** Flags as code of an entry asks for them, for the caller at hand. */
export interface FeatureFlags {
  /** Whether a flag is on. @param otherwise value when the flag is unknown or unavailable; `defaultValue` of the plugin when absent */
  isEnabled(key: string, otherwise?: boolean): Promise<boolean>;
  /** Value of the caller's variant; undefined when the flag is unknown or unavailable. */
  getVariant(key: string): Promise<FlagValue | undefined>;
  /** Several flags at once, by key. */
  evaluateFlags(keys: readonly string[]): Promise<Readonly<Record<string, boolean>>>;
  /** Evaluates the value of a field `featureFlag`. */
  resolveRef(ref: FlagRef): Promise<boolean>;
}

declare global {
  interface ExtendServiceContext {
    /** Flags of this caller, of {@link FeatureFlagPlugin}. @throws {ServiceError} CONTEXT_EXTENSION_NOT_AVAILABLE outside of the apps that list it */
    readonly featureFlags: FeatureFlags;
  }
}

/** An entry is switched off for its caller. */
export class FeatureDisabledError extends PublicMcpError {
  override readonly name = 'FeatureDisabledError';

  constructor(entry: string, key: string) {
    super(`${entry} is disabled by feature flag "${key}"`, 'FEATURE_DISABLED', 403);
  }
}

/**
 * Switches entries on and off: those with the field `featureFlag` are listed and may be used while their flag is on for the caller. A change
 * at the provider reaches connected clients as a changed list.
 *
 * @example
 * const beta = tool({ name: 'forecast', description: 'Forecast.', featureFlag: 'forecast-v2' })(() => 'sunny');
 *
 * \@Service({
 *   info: { name: 'weather', version: '1.0.0' },
 *   tools: [beta],
 *   plugins: [FeatureFlagPlugin.init({ adapter: 'static', flags: { 'forecast-v2': true } })],
 * })
 * class Server {}
 */
@Plugin({
  name: 'feature-flags',
  enforces: ['featureFlag'],
  contextExtensions: [{ property: 'featureFlags', errorMessage: 'FeatureFlagPlugin is not installed' }],
})
export class FeatureFlagPlugin extends DynamicPlugin<FeatureFlagOptions> implements PluginHooks {
  #flags: Flags | undefined;
  #adapter: FlagAdapter | undefined;

  static readonly checkOptions = checkFlagOptions;
  static readonly modules = packagesOf;

  /** @throws {ServiceError} INVALID_DECORATOR_METADATA for a field that names no flag */
  static checkEntry({ pluginFields = {} }: EntryModel | SkillModel): void {
    const field = pluginFields['featureFlag'];
    if (field !== undefined && refOf(field) === undefined)
      throw new ServiceError('INVALID_DECORATOR_METADATA', '"featureFlag": must be the key of a flag, or { key, defaultValue? }');
  }

  /** Hooks are not asked about entries without the field: their calls cost nothing. */
  static concerns({ pluginFields }: EntryModel | SkillModel): boolean {
    return pluginFields?.['featureFlag'] !== undefined;
  }

  /** @param options as `init` got them */
  static deciders({ adapter }: FeatureFlagOptions): Readonly<Record<string, string>> {
    return { featureFlag: `flags of the adapter ${adapter}` };
  }

  async onStart(host: PluginHost): Promise<void> {
    this.#adapter = adapterOf(this.options);
    this.#flags = new Flags(this.options, { adapter: this.#adapter, logger: host.logger, now: host.now });
    this.#adapter.onChange?.(() => {
      this.#flags?.forget();
      for (const kind of ['tools', 'resources', 'prompts', 'skills'] as const) host.publish({ kind });
    });
    await this.#flags.start((name) => host.module(name));
  }

  async listEntry(entry: EntryModel | SkillModel, call: ListCall): Promise<boolean> {
    const ref = refOf(entry.pluginFields?.['featureFlag']);
    return ref === undefined || this.#isOn(call, ref);
  }

  async admitEntry(entry: EntryModel | SkillModel, use: EntryAdmission): Promise<void> {
    const ref = refOf(entry.pluginFields?.['featureFlag']);
    if (ref === undefined || (await this.#isOn(use, ref))) return;
    const name = entry.kind === 'skill' ? entry.name : entry.listedName;
    throw new FeatureDisabledError(`${kindNames[entry.kind]} "${name}"`, ref.key);
  }

  contextMember(_property: string, call: ContextCall): FeatureFlags | undefined {
    const flags = this.#flags;
    if (flags === undefined) return undefined;
    const isEnabled: FeatureFlags['isEnabled'] = (key, otherwise) => flags.isEnabled(call, key, otherwise);
    return {
      isEnabled,
      getVariant: async (key) => (await flags.state(call, key)).variant,
      evaluateFlags: async (keys) => Object.fromEntries(await Promise.all(keys.map(async (key) => [key, await isEnabled(key)] as const))),
      resolveRef: async (ref) => (typeof ref === 'string' ? isEnabled(ref) : isEnabled(ref.key, ref.defaultValue)),
    };
  }

  async onClose(): Promise<void> {
    await this.#adapter?.close?.();
  }

  async #isOn(viewer: HookViewer, { defaultValue, key }: Ref): Promise<boolean> {
    return (await this.#flags?.isEnabled(viewer, key, defaultValue)) ?? false;
  }
}

const kindNames = { tool: 'Tool', resource: 'Resource', 'resource-template': 'Resource', prompt: 'Prompt', skill: 'Skill' } as const;

interface Ref {
  readonly key: string;
  readonly defaultValue: boolean | undefined;
}

/** Undefined for what is no flag. */
function refOf(field: unknown): Ref | undefined {
  if (typeof field === 'string' && field !== '') return { key: field, defaultValue: undefined };
  if (!isRecord(field)) return undefined;
  const { defaultValue, key, ...others } = field;
  if (typeof key !== 'string' || key === '' || Object.keys(others).length > 0) return undefined;
  return defaultValue === undefined || typeof defaultValue === 'boolean' ? { key, defaultValue } : undefined;
}
