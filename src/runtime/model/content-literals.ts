import type { ContentLiteral } from './server-model.ts';

/** Values of `outputSchema` that are no schema. */
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
