import { type AnyClass, declaredAs, type Declaration } from '../../define/index.ts';
import { type Collected, collect, loggingOptions, livePaths, modelOf, type OptionReading, otherOptions } from '../../entries/index.ts';
import { type AssembledServer, type AssemblyInput, type OptionSteps, startOwners } from '../../mcp/assembly/assemble.ts';
import type { ServerOptionsModel } from '../../model/index.ts';
import { httpDefaults, outputDefaults, paginationToolsDefaults } from '../../options/generated.ts';
import { refusedInPage, withoutEffectInPage } from '../../options/page-options.ts';
import { withDefaults } from '../../options/with-defaults.ts';
import { withoutUndefined } from '../../std/index.ts';

/** Options as a page reads them. Their types were checked where the page was written: the table of all options would be half of its bytes. */
const reading: OptionReading = {
  faultsOf: (collected) =>
    optionsOf(collected).flatMap(({ label, options }) =>
      refusedInPage(options).map(({ instead, option }) => `${label}: "${option}" cannot be in a page: ${instead}`),
    ),
  warningsOf: (collected) =>
    optionsOf(collected).flatMap(({ label, options }) =>
      withoutEffectInPage(options).map((name) => `${label}: "${name}" has no effect in a page, which listens on no port: remove it`),
    ),
  optionsOf: readOptions,
  accessOf: () => ({}),
  pluginModel: ({ model }) => model,
  changes: true,
};

const optionsOf = ({ declaredApps, server }: Collected) => [
  { label: '@Service', options: server.options },
  ...declaredApps.map((options) => ({ label: `app "${String(options['name'])}"`, options })),
];

interface PlainOptions {
  readonly output?: { readonly allowNonFinite?: boolean; readonly maxBytes?: number };
  readonly pagination?: {
    readonly tools?: { readonly mode?: 'auto' | boolean; readonly pageSize?: number; readonly autoThreshold?: number };
  };
}

function readOptions(options: Declaration['options']): ServerOptionsModel {
  const { output, pagination }: PlainOptions = options;
  const { allowNonFinite, maxBytes } = withDefaults(output, outputDefaults);
  const { bodyLimit } = httpDefaults;
  return {
    serve: false,
    http: { bodyLimit, urlencodedLimit: bodyLimit, security: { strict: false, dnsRebindingProtection: {} }, routes: [] },
    transport: { preset: 'legacy', sessions: true, legacyPair: false, strictSession: false },
    pagination: { tools: withDefaults(pagination?.tools, paginationToolsDefaults) },
    output: withoutUndefined({ allowNonFinite, maxBytes }),
    logging: loggingOptions(options),
    live: livePaths(options, ''),
    rest: otherOptions(options),
  };
}

/** In the place of the steps that check every option. */
export const pageSteps: OptionSteps = {
  async read(server, { steps: { prepareAdapter, skillModels } }) {
    const collected = await collect(server, prepareAdapter);
    return { ...modelOf(collected, { reading: { ...reading, skillModels } }), collected };
  },
  check: async (server) => void modelOf(await collect(server), { reading }),
  logging: (server) => loggingOptions(declaredAs('server', server)?.options),
};

/** As `assemble`, without the code that links declarations to the model of a build. */
export async function assemblePage(server: AnyClass, input: AssemblyInput): Promise<AssembledServer> {
  const read = await (input.steps.options ?? pageSteps).read(server, input);
  return startOwners(read.collected, read, input);
}
