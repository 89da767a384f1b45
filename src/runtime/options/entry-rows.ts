import { defaults } from './defaults.ts';
import { toolLimitRows } from './operations-rows.ts';
import { rowsOf, type OptionOwner, type OptionRow, type ShortRow } from './option-row.ts';

const common: readonly ShortRow[] = [
  ['name', ['string'], { required: true }],
  ['title', ['string']],
  ['description', ['string']],
  ['icons', ['array']],
  ['authorities', ['any']],
  ['featureFlag', ['any']],
  ['_meta', ['object']],
];

/** The axes of `availableWhen`. */
export const availabilityAxes = ['os', 'platform', 'runtime', 'deployment', 'provider', 'target', 'surface', 'env'] as const;

/** Rows of `availableWhen`, for every decorator that has it. */
export const availability: readonly ShortRow[] = [
  ['availableWhen', ['object']],
  ...availabilityAxes.map((axis): ShortRow => [`availableWhen.${axis}`, ['strings']]),
];

const output: readonly ShortRow[] = [
  ['output', ['object']],
  ['output.allowNonFinite', ['boolean'], { default: defaults.allowNonFinite }],
  ['output.schemaMode', [{ literals: ['definition', 'description', 'both', 'none'] }], { default: 'definition' }],
  ['output.schemaDescriptionFormat', [{ literals: ['summary', 'jsonSchema'] }], { default: 'summary' }],
];

const toolRows: readonly ShortRow[] = [
  ['id', ['string']],
  ['inputSchema', ['schema']],
  ['rawInputSchema', ['object']],
  ['outputSchema', ['schema', 'string', 'strings']],
  ['annotations', ['object']],
  ['tags', ['strings']],
  ['visibility', [{ literals: ['public', 'hidden', 'internal'] }], { default: defaults.visibility }],
  ['hideFromDiscovery', ['boolean'], { default: false }],
  ['examples', ['array']],
  ['timeout', ['object']],
  ['timeout.executeMs', ['number']],
  ['execution', ['object']],
  ['execution.taskSupport', [{ literals: ['required', 'optional', 'forbidden'] }], { default: 'forbidden' }],
  ['execution.taskStart', [{ literals: ['call', 'manual'] }], { default: 'call' }],
  ...toolLimitRows,
  ['authProviders', ['array']],
  ['ui', ['object']],
  ['cache', ['any']],
  ['approval', ['any']],
  ['codecall', ['any']],
];

const resourceCommon: readonly ShortRow[] = [
  ['mimeType', ['string']],
  ['annotations', ['object']],
];

const templateRows: readonly ShortRow[] = [
  ['uriTemplate', ['string'], { required: true }],
  ['list', ['function']],
  ['timeout', ['object']],
  ['timeout.listMs', ['number'], { default: defaults.listTimeoutMs }],
];

const lists: readonly ShortRow[] = [
  ['tools', ['array']],
  ['resources', ['array']],
  ['resourceTemplates', ['array']],
  ['prompts', ['array']],
  ['skills', ['array']],
  ['providers', ['array']],
  ['plugins', ['array']],
  ['adapters', ['array']],
];

const identity: readonly ShortRow[] = [
  ['id', ['string']],
  ['name', ['string'], { required: true }],
  ['description', ['string']],
];

const scopes = { literals: ['global', 'context'] } as const;

const tables: readonly (readonly [OptionOwner, readonly ShortRow[]])[] = [
  ['tool', [...common, ...availability, ...toolRows, ...output]],
  ['resource', [...common, ...availability, ...resourceCommon, ['uri', ['string'], { required: true }], ['size', ['number']]]],
  ['resource-template', [...common, ...availability, ...resourceCommon, ...templateRows]],
  ['prompt', [...common, ...availability, ['arguments', ['array']]]],
  [
    'app',
    [
      ...identity,
      ...lists,
      ...availability,
      ...output,
      ['agents', ['array']],
      ['jobs', ['array']],
      ['workflows', ['array']],
      ['channels', ['array']],
      ['authProviders', ['array']],
      ['auth', ['object']],
      ['standalone', ['boolean', { literals: ['includeInParent'] }], { default: false }],
    ],
  ],
  [
    'plugin',
    [
      ...identity,
      ...lists,
      ['exports', ['array']],
      ['scope', [{ literals: ['app', 'server'] }], { default: defaults.pluginScope }],
      ['contextExtensions', ['array']],
      ['enforces', ['strings']],
    ],
  ],
  ['provider', [...identity.slice(1), ['scope', [scopes], { default: defaults.providerScope }]]],
  ['adapter', identity],
];

/** Options of every decorator but `@Service`. */
export const entryRows: readonly OptionRow[] = tables.flatMap(([owner, rows]) => rowsOf(owner, rows));
