import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { BuiltProject } from '../support/built-servers.ts';
import { pluginProject } from './plugin-project.ts';

const installed = resolve(import.meta.dirname, '../../tools/flags/node_modules');

/** A project whose entries of every kind hang on the flag `beta`. */
export interface FlagsProject {
  readonly name: string;
  /** Argument of `FeatureFlagPlugin.init`. */
  readonly options: string;
  /** Before the server. */
  readonly code?: string;
  /** Statements of the tool `flip`. */
  readonly flip?: string;
  /** Packages of providers that it has installed. */
  readonly packages?: readonly string[];
  /** Further skills, by the names of their constants. */
  readonly skills?: readonly string[];
  /** Further tools, by the names of their constants. */
  readonly tools?: readonly string[];
  /** Further options of `@Service`. */
  readonly server?: string;
}

export function flagsProject({
  code = '',
  flip = '',
  name,
  options,
  packages = [],
  server = '',
  skills = [],
  tools = [],
}: FlagsProject): BuiltProject {
  const project = pluginProject(
    name,
    `
import { FeatureFlagPlugin, type FlagAdapter } from '@service/plugin-feature-flags';
import { prompt, resource, ResourceTemplate, ResourceTemplateContext, Service, skill, tool } from '@service/sdk';
import { z } from 'zod';
${code}

const beta = tool({ name: 'beta', description: 'Is new.', featureFlag: 'beta' })(() => 'new');
const other = tool({ name: 'other', description: 'Is on where nobody says.', featureFlag: { key: 'unknown', defaultValue: true } })(() => 'other');
const typed = tool({ name: 'typed', description: 'Has a flag of another type.', featureFlag: 'colour' })(() => 'typed');
const outer = tool({ name: 'outer', description: 'Calls another.' })((_input, ctx) => ctx.callTool('beta', {}));
const asks = tool({ name: 'asks', description: 'Asks for flags.', outputSchema: { said: z.unknown() } })(async (_input, { featureFlags }) => ({
  said: [
    await featureFlags.isEnabled('beta'),
    await featureFlags.isEnabled('unknown', true),
    (await featureFlags.getVariant('colour')) ?? null,
    await featureFlags.evaluateFlags(['beta', 'unknown']),
    await featureFlags.resolveRef({ key: 'unknown', defaultValue: true }),
  ],
}));
const flip = tool({ name: 'flip', description: 'Turns the flag.' })(async () => {
  ${flip}
  return 'turned';
});
const text = resource({ name: 'text', uri: 'text://beta', description: 'A text.', mimeType: 'text/plain', featureFlag: 'beta' })(() => 'text');
@ResourceTemplate({ name: 'page', uriTemplate: 'page://{id}', mimeType: 'text/plain', featureFlag: 'beta' })
class Page extends ResourceTemplateContext<{ id: string }> {
  execute(_uri: string, { id }: { id: string }) {
    return id;
  }
  idCompleter() {
    return { values: ['secret-value'] };
  }
}
const ask = prompt({ name: 'ask', description: 'A prompt.', featureFlag: 'beta' })(() => 'ask');
const how = skill({ name: 'how', description: 'How to.', instructions: 'Do it.', featureFlag: 'beta' });

@Service({
  info: { name: '${name}', version: '1.0.0' },
  tools: [${['beta', 'other', 'typed', 'outer', 'asks', 'flip', ...tools].join(', ')}],
  resources: [text, Page],
  prompts: [ask],
  skills: [${['how', ...skills].join(', ')}],
  plugins: [FeatureFlagPlugin.init(${options})],
  ${server}
})
export class Server {}
export type Adapter = FlagAdapter;
`,
  );
  for (const name of packages) {
    const link = join(project.root, 'src/node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(installed, name), link);
  }
  return project;
}

const off = '{ beta: false, colour: "blue" }';

/** Where flags come from: all offline, as each maker's SDK can. */
interface Provider extends Omit<FlagsProject, 'name'> {
  readonly targets: readonly ('node' | 'worker')[];
  /** Its flags are on or off, with a variant beside. */
  readonly hasNoOtherType?: boolean;
}

export const providers: Readonly<Record<string, Provider>> = {
  launchdarkly: {
    targets: ['node'],
    packages: ['@launchdarkly/node-server-sdk'],
    code: `
      import { TestData } from '@launchdarkly/node-server-sdk/integrations';
      const data = new TestData();
      const put = (isOn: boolean) => data.update(data.flag('beta').booleanFlag().variationForAll(isOn));
      void put(false);
      void data.update(data.flag('colour').variations('blue', 'red').fallthroughVariation(0));`,
    options: `{ adapter: 'launchdarkly', config: { sdkKey: 'sdk-key', options: { updateProcessor: data.getFactory(), sendEvents: false, diagnosticOptOut: true } } }`,
    flip: 'await put(true);',
  },
  splitio: {
    targets: ['node'],
    packages: ['@splitsoftware/splitio'],
    code: `
      import { writeFileSync } from 'node:fs';
      const file = process.env['SPLIT_FILE'] ?? '';
      const put = (treatment: string) => writeFileSync(file, '- beta:\\n    treatment: "' + treatment + '"\\n- colour:\\n    treatment: "blue"\\n');
      if (file !== '') put('off');`,
    options: `{ adapter: 'splitio', config: { core: { authorizationKey: 'localhost' }, features: file, scheduler: { offlineRefreshRate: 1 } } }`,
    flip: "put('on');",
  },
  unleash: {
    targets: ['node'],
    hasNoOtherType: true,
    packages: ['unleash-client'],
    options: `{ adapter: 'unleash', config: { url: process.env['UNLEASH_URL'] ?? 'http://localhost:1', appName: 'flags', refreshInterval: 100, disableMetrics: true, skipInstanceCountWarning: true } }`,
    flip: "await fetch(process.env['UNLEASH_URL'] + '/flip', { method: 'POST' });",
  },
  openfeature: {
    targets: ['node', 'worker'],
    packages: ['@openfeature/server-sdk'],
    code: `
      import { InMemoryProvider } from '@openfeature/server-sdk';
      const flags = (of: 'on' | 'off') => ({
        beta: { variants: { on: true, off: false }, defaultVariant: of, disabled: false },
        colour: { variants: { first: 'blue' }, defaultVariant: 'first', disabled: false },
      });
      const provider = new InMemoryProvider(flags('off'));`,
    options: `{ adapter: 'openfeature', config: { provider } }`,
    flip: "provider.putConfiguration(flags('on'));",
  },
  custom: {
    targets: ['node', 'worker'],
    code: `
      const said: Record<string, boolean | string> = ${off};
      let changed = () => undefined as void;
      const own: FlagAdapter = {
        evaluate: async (key) => {
          const flag = said[key];
          return flag === undefined ? undefined : { isEnabled: typeof flag === 'boolean' ? flag : undefined, variant: flag };
        },
        onChange: (listener) => void (changed = listener),
      };`,
    options: `{ adapter: 'custom', adapterInstance: own, cacheStrategy: 'session' }`,
    flip: 'said.beta = true; changed();',
  },
};
