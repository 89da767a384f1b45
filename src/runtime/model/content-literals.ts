import type { ContentLiteral } from './server-model.ts';

/** What `outputSchema` may be in place of a schema. */
export const contentLiterals: readonly ContentLiteral[] = [
  'string',
  'number',
  'boolean',
  'date',
  'image',
  'audio',
  'resource',
  'resource_link',
];

const known: ReadonlySet<unknown> = new Set(contentLiterals);

export const isContentLiteral = (value: unknown): value is ContentLiteral => known.has(value);
