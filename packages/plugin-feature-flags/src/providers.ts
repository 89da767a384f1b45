import type { FlagAdapter, FlagAttribute, FlagCaller, FlagState, FlagValue } from './flag-adapter.ts';

/*
 * Adapters of providers, each over the SDK of its maker, which the project installs. Only what is called of them is described here: their
 * own types would have to be installed by everybody.
 */

/** Options of LaunchDarkly's SDK for Node.js, and its key. */
export interface LaunchDarklyConfig {
  /** Of the environment. @secret */
  readonly sdkKey: string;
  /** `LDOptions`, as `init` of the SDK takes them. */
  readonly options?: object;
}

/** Options of OpenFeature. */
export interface OpenFeatureConfig {
  /** Where flags come from: any provider for servers. */
  readonly provider: object;
  /** Which provider counts, where the process has several. @default 'service' */
  readonly domain?: string;
}

interface Emitter {
  on(event: string, listener: () => void): unknown;
}

interface LaunchDarklyClient extends Emitter {
  waitForInitialization(options: { readonly timeout: number }): Promise<unknown>;
  variationDetail(
    key: string,
    context: object,
    otherwise: null,
  ): Promise<{ readonly value: FlagValue; readonly reason: { readonly errorKind?: string } }>;
  close(): void;
}

/** Seconds. */
const startTimeout = 5;

const exported = <T>(module: unknown): T => {
  const { default: whole, ...named } = module as { readonly default?: object };
  return { ...whole, ...named } as T;
};

const typed = (value: FlagValue): FlagState => ({ isEnabled: typeof value === 'boolean' ? value : undefined, variant: value });

/** @see https://launchdarkly.com/docs/sdk/server-side/node-js */
export function launchDarkly({ options = {}, sdkKey }: LaunchDarklyConfig): FlagAdapter {
  let client: LaunchDarklyClient | undefined;
  let changed = (): void => undefined;
  return {
    async start(importModule) {
      const { init } = exported<{ init: (key: string, options: object) => LaunchDarklyClient }>(
        await importModule('@launchdarkly/node-server-sdk'),
      );
      client = init(sdkKey, options);
      client.on('update', () => changed());
      // Asked for in `start`'s own time.
      client.on('error', () => undefined);
      await client.waitForInitialization({ timeout: startTimeout });
    },
    async evaluate(key, { attributes, sessionId, userId }) {
      const context = { ...attributes, kind: 'user', key: userId ?? sessionId ?? 'anonymous', anonymous: userId === undefined };
      const detail = await started(client).variationDetail(key, context, null);
      if (detail.reason.errorKind === 'FLAG_NOT_FOUND') return undefined;
      if (detail.reason.errorKind !== undefined) throw new Error(`the provider says ${detail.reason.errorKind}`);
      return typed(detail.value);
    },
    onChange: (listener) => void (changed = listener),
    close: () => client?.close(),
  };
}

interface SplitClient extends Emitter {
  readonly Event: Readonly<Record<'SDK_READY' | 'SDK_READY_TIMED_OUT' | 'SDK_UPDATE', string>>;
  ready(): Promise<void>;
  getTreatment(key: string, flag: string, attributes: object): string;
  destroy(): Promise<void>;
}

const treatments = new Map([
  ['on', true],
  ['off', false],
]);

/** @param config settings of `SplitFactory` */
export function split(config: object): FlagAdapter {
  let client: SplitClient | undefined;
  let changed = (): void => undefined;
  return {
    async start(importModule) {
      const { SplitFactory } = exported<{ SplitFactory: (config: object) => { client(): SplitClient } }>(
        await importModule('@splitsoftware/splitio'),
      );
      client = SplitFactory(config).client();
      client.on(client.Event.SDK_UPDATE, () => changed());
      await client.ready();
    },
    evaluate(key, { attributes, sessionId, userId }) {
      const treatment = started(client).getTreatment(userId ?? sessionId ?? 'anonymous', key, attributes);
      return treatment === 'control' ? undefined : { isEnabled: treatments.get(treatment), variant: treatment };
    },
    onChange: (listener) => void (changed = listener),
    close: async () => client?.destroy(),
  };
}

interface UnleashVariant {
  readonly name: string;
  readonly enabled: boolean;
  readonly payload?: { readonly value: string };
}

interface UnleashClient extends Emitter {
  start(): Promise<void>;
  getFeatureToggleDefinition(key: string): object | undefined;
  isEnabled(key: string, context: object): boolean;
  getVariant(key: string, context: object): UnleashVariant;
  destroy(): void;
}

/** @param config options of `new Unleash(…)` */
export function unleash(config: object): FlagAdapter {
  let client: UnleashClient | undefined;
  let changed = (): void => undefined;
  return {
    async start(importModule) {
      const { Unleash } = exported<{ Unleash: new (config: object) => UnleashClient }>(await importModule('unleash-client'));
      const made = new Unleash({ ...config, disableAutoStart: true });
      client = made;
      made.on('changed', () => changed());
      await new Promise<void>((resolve, reject) => {
        made.on('ready', resolve);
        made.on('error', () => reject(new Error('the provider is unavailable')));
        made.start().catch(reject);
      });
    },
    evaluate(key, { attributes, sessionId, userId }) {
      const asked = started(client);
      if (asked.getFeatureToggleDefinition(key) === undefined) return undefined;
      const context = { userId, sessionId, properties: texts(attributes) };
      const { enabled, name, payload } = asked.getVariant(key, context);
      return { isEnabled: asked.isEnabled(key, context), variant: enabled ? (payload?.value ?? name) : undefined };
    },
    onChange: (listener) => void (changed = listener),
    close: () => client?.destroy(),
  };
}

const texts = (attributes: FlagCaller['attributes']): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]: [string, FlagAttribute]) => [name, String(value)]));

interface Details {
  readonly value: FlagValue;
  readonly errorCode?: string;
}

interface OpenFeatureClient {
  addHandler(event: string, listener: () => void): void;
  getBooleanDetails(key: string, otherwise: boolean, context: object): Promise<Details>;
  getStringDetails(key: string, otherwise: string, context: object): Promise<Details>;
  getNumberDetails(key: string, otherwise: number, context: object): Promise<Details>;
  getObjectDetails(key: string, otherwise: object, context: object): Promise<Details>;
}

interface OpenFeatureApi {
  setProviderAndWait(domain: string, provider: object): Promise<void>;
  getClient(domain: string): OpenFeatureClient;
  clearProviders(): Promise<void>;
}

/** @see https://openfeature.dev/specification/sections/flag-evaluation */
export function openFeature({ domain = 'service', provider }: OpenFeatureConfig): FlagAdapter {
  let client: OpenFeatureClient | undefined;
  let closing: (() => Promise<void>) | undefined;
  let changed = (): void => undefined;
  return {
    async start(importModule) {
      const { OpenFeature } = exported<{ OpenFeature: OpenFeatureApi }>(await importModule('@openfeature/server-sdk'));
      client = OpenFeature.getClient(domain);
      client.addHandler('PROVIDER_CONFIGURATION_CHANGED', () => changed());
      closing = async () => (provider as { readonly onClose?: () => Promise<void> }).onClose?.();
      await OpenFeature.setProviderAndWait(domain, provider);
    },
    async evaluate(key, { attributes, sessionId, userId }) {
      const asked = started(client);
      const context = { ...attributes, targetingKey: userId ?? sessionId ?? 'anonymous' };
      const asks = [
        () => asked.getBooleanDetails(key, false, context),
        () => asked.getStringDetails(key, '', context),
        () => asked.getNumberDetails(key, 0, context),
        () => asked.getObjectDetails(key, {}, context),
      ];
      for (const ask of asks) {
        const { errorCode, value } = await ask();
        if (errorCode === undefined) return typed(value);
        if (errorCode === 'FLAG_NOT_FOUND') return undefined;
        if (errorCode !== 'TYPE_MISMATCH') throw new Error(`the provider says ${errorCode}`);
      }
      return {};
    },
    onChange: (listener) => void (changed = listener),
    close: async () => closing?.(),
  };
}

function started<Client>(client: Client | undefined): Client {
  if (client === undefined) throw new Error('the provider has not started');
  return client;
}
