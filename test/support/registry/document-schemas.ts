import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

const text = (minLength: number, maxLength: number): object => ({ type: 'string', minLength, maxLength });
const webAddress = { type: 'string', pattern: '^https?://[^\\s]+$' };

const input = {
  description: { type: 'string' },
  isRequired: { type: 'boolean' },
  isSecret: { type: 'boolean' },
  format: { enum: ['string', 'number', 'boolean', 'filepath'] },
  default: { type: 'string' },
  placeholder: { type: 'string' },
  value: { type: 'string' },
  choices: { type: 'array', items: { type: 'string' } },
};
const inputs = { type: 'object', additionalProperties: { type: 'object', properties: input } };

/** The published rules of a server card (SEP-2127), in a schema of our own. */
const card = {
  type: 'object',
  required: ['$schema', 'name', 'version', 'description'],
  properties: {
    $schema: { const: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json' },
    name: { ...text(3, 200), pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' },
    version: { ...text(1, 255), pattern: '^[^\\s^~<>=|*]+$' },
    description: text(1, 100),
    title: text(1, 100),
    websiteUrl: webAddress,
    repository: {
      type: 'object',
      required: ['url', 'source'],
      properties: { url: webAddress, source: { type: 'string' }, subfolder: { type: 'string' }, id: { type: 'string' } },
    },
    icons: {
      type: 'array',
      items: {
        type: 'object',
        required: ['src'],
        properties: {
          src: { type: 'string', pattern: '^(?:https?://|data:)[^\\s]+$' },
          mimeType: { type: 'string' },
          sizes: { type: 'array', items: { type: 'string', pattern: '^(?:\\d+x\\d+|any)$' } },
          theme: { enum: ['light', 'dark'] },
        },
      },
    },
    remotes: {
      type: 'array',
      items: {
        type: 'object',
        required: ['type', 'url'],
        properties: {
          type: { enum: ['streamable-http', 'sse'] },
          url: { type: 'string', pattern: '^(https?://[^\\s]+|\\{[a-zA-Z_][a-zA-Z0-9_]*\\}[^\\s]*)$' },
          headers: {
            type: 'array',
            items: { type: 'object', required: ['name'], properties: { ...input, name: { type: 'string' }, variables: inputs } },
          },
          variables: inputs,
          supportedProtocolVersions: { type: 'array', items: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' } },
        },
      },
    },
    _meta: { type: 'object' },
    // Readers may not take what a card says for what the server answers.
    tools: false,
    resources: false,
    prompts: false,
    capabilities: false,
    packages: false,
  },
};

/** An AI catalog of level 1: versioned, and each entry names its kind and is either linked or held. */
const catalog = {
  type: 'object',
  required: ['specVersion', 'entries'],
  properties: {
    specVersion: { type: 'string', pattern: '^1\\.\\d+$' },
    entries: {
      type: 'array',
      uniqueItems: true,
      items: {
        type: 'object',
        required: ['identifier', 'type'],
        properties: {
          identifier: { type: 'string', pattern: '^urn:air:[a-z0-9.-]+(?::[^:\\s]+)+:[^:\\s]+$' },
          type: { type: 'string', pattern: '^[a-z]+/[a-z0-9.+-]+$' },
          url: webAddress,
        },
        oneOf: [{ required: ['url'] }, { required: ['data'] }],
        // The member's name before the media type was called `type`.
        not: { required: ['mediaType'] },
      },
    },
  },
};

const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false });

/** What a document breaks, one line per rule; none for a valid one. */
function problemsBy(validate: ValidateFunction): (document: unknown) => readonly string[] {
  return (document) =>
    validate(document) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message ?? ''}`);
}

export const cardProblems = problemsBy(ajv.compile(card));
export const catalogProblems = problemsBy(ajv.compile(catalog));
