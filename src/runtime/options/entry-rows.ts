import { defaults } from './defaults.ts';
import { toolLimitRows } from './operations-rows.ts';
import { rowsOf, type OptionOwner, type OptionRow, type ShortRow } from './option-row.ts';

const common: readonly ShortRow[] = [
  ['name', ['string'], 'Name that clients use.', { required: true }],
  ['title', ['string'], 'Name for people.'],
  ['description', ['string'], 'What it is for; models choose by it.'],
  ['icons', ['array'], 'Icons: { src, mimeType?, sizes?, theme? }.'],
  ['authorities', ['any'], 'Who may use it.'],
  ['featureFlag', ['any'], 'Flag that gates it; needs the feature-flag plugin.'],
  ['_meta', ['object'], 'Sent with the list item.'],
];

/** The axes of `availableWhen` (supplement section 1.18). */
export const availabilityAxes = ['os', 'platform', 'runtime', 'deployment', 'provider', 'target', 'surface', 'env'] as const;

/** Rows of `availableWhen`, for every decorator that has it. */
export const availability: readonly ShortRow[] = [
  ['availableWhen', ['object'], 'Where it exists: keys are joined with AND, values with OR.'],
  ...availabilityAxes.map((axis): ShortRow => [`availableWhen.${axis}`, ['strings'], `Values of ${axis} under which it exists.`]),
];

const output: readonly ShortRow[] = [
  ['output', ['object'], 'How results are sent; the nearest wins.'],
  ['output.allowNonFinite', ['boolean'], 'Let NaN and Infinity pass.', { default: defaults.allowNonFinite }],
  [
    'output.schemaMode',
    [{ literals: ['definition', 'description', 'both', 'none'] }],
    'Where the output schema is shown.',
    { default: 'definition' },
  ],
  ['output.schemaDescriptionFormat', [{ literals: ['summary', 'jsonSchema'] }], 'How a schema is described.', { default: 'summary' }],
];

const toolRows: readonly ShortRow[] = [
  ['id', ['string'], 'Id; the name when absent.'],
  ['inputSchema', ['schema'], 'A record of schemas, or an object schema.'],
  ['rawInputSchema', ['object'], 'JSON Schema 2020-12 of the arguments.'],
  ['outputSchema', ['schema', 'string', 'strings'], 'What the handler returns.'],
  ['annotations', ['object'], 'Hints: readOnlyHint, destructiveHint, idempotentHint, openWorldHint, title.'],
  ['tags', ['strings'], 'Tags.'],
  [
    'visibility',
    [{ literals: ['public', 'hidden', 'internal'] }],
    'hidden: not listed; internal: only for other entries.',
    { default: defaults.visibility },
  ],
  ['hideFromDiscovery', ['boolean'], 'Older spelling of visibility hidden.', { default: false }],
  ['examples', ['array'], 'Examples: { description, input, output? }.'],
  ['timeout', ['object'], 'Time limit.'],
  ['timeout.executeMs', ['number'], 'Milliseconds a call may take.'],
  ['execution', ['object'], 'Background running.'],
  [
    'execution.taskSupport',
    [{ literals: ['required', 'optional', 'forbidden'] }],
    'Whether a call may run as a task.',
    { default: 'forbidden' },
  ],
  [
    'execution.taskStart',
    [{ literals: ['call', 'manual'] }],
    'call: a task from the beginning; manual: from where the handler calls startTask().',
    { default: 'call' },
  ],
  ...toolLimitRows,
  ['authProviders', ['array'], 'Credentials it needs.'],
  ['ui', ['object'], 'Page shown with the result.'],
  ['cache', ['any'], 'Read by the cache plugin.'],
  ['approval', ['any'], 'Stops calls until approved; needs the approval plugin.'],
  ['codecall', ['any'], 'Read by the CodeCall plugin.'],
];

const resourceCommon: readonly ShortRow[] = [
  ['mimeType', ['string'], 'Media type of the contents.'],
  ['annotations', ['object'], 'audience, priority, lastModified.'],
];

const lists: readonly ShortRow[] = [
  ['tools', ['array'], 'Tools.'],
  ['resources', ['array'], 'Resources and templates.'],
  ['resourceTemplates', ['array'], 'Resource templates.'],
  ['prompts', ['array'], 'Prompts.'],
  ['skills', ['array'], 'Skills.'],
  ['providers', ['array'], 'Providers.'],
  ['plugins', ['array'], 'Plugins.'],
  ['adapters', ['array'], 'Adapters.'],
];

const identity: readonly ShortRow[] = [
  ['id', ['string'], 'Id; the kebab-case name when absent.'],
  ['name', ['string'], 'Name.', { required: true }],
  ['description', ['string'], 'What it is for.'],
];

const scopes = { literals: ['global', 'context'] } as const;

const tables: readonly (readonly [OptionOwner, readonly ShortRow[]])[] = [
  ['tool', [...common, ...availability, ...toolRows, ...output]],
  [
    'resource',
    [
      ...common,
      ...availability,
      ...resourceCommon,
      ['uri', ['string'], 'URI with a scheme.', { required: true }],
      ['size', ['number'], 'Bytes.'],
    ],
  ],
  [
    'resource-template',
    [...common, ...availability, ...resourceCommon, ['uriTemplate', ['string'], 'RFC 6570 level 1 and {+x}.', { required: true }]],
  ],
  ['prompt', [...common, ...availability, ['arguments', ['array'], 'Arguments: { name, title?, description?, required? }.']]],
  [
    'app',
    [
      ...identity,
      ...lists,
      ...availability,
      ...output,
      ['agents', ['array'], 'Agents.'],
      ['jobs', ['array'], 'Jobs.'],
      ['workflows', ['array'], 'Workflows.'],
      ['channels', ['array'], 'Channels.'],
      ['authProviders', ['array'], 'Credentials of the app.'],
      ['auth', ['object'], 'Own auth options.'],
      ['standalone', ['boolean', { literals: ['includeInParent'] }], 'A server of its own.', { default: false }],
    ],
  ],
  [
    'plugin',
    [
      ...identity,
      ...lists,
      ['exports', ['array'], 'Tokens that the registering owner sees too.'],
      ['scope', [{ literals: ['app', 'server'] }], 'How far its hooks reach.', { default: defaults.pluginScope }],
      ['contextExtensions', ['array'], 'Getters on context objects: { property, token, errorMessage? }.'],
      ['enforces', ['strings'], 'Entry fields that it enforces.'],
    ],
  ],
  ['provider', [...identity.slice(1), ['scope', [scopes], 'One per server, or one per request.', { default: defaults.providerScope }]]],
  ['adapter', identity],
];

/** Options of every decorator but `@Service` (supplement sections 1.4 to 1.10, 6.1, 6.2). */
export const entryRows: readonly OptionRow[] = tables.flatMap(([owner, rows]) => rowsOf(owner, rows));
