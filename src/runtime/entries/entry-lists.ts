import type { DeclarationKind } from '../define/index.ts';
import type { EntryKind } from './collected.ts';

/** Entry lists of an owner, and what may stand in each. */
export const entryLists: readonly (readonly [list: string, kinds: readonly EntryKind[], decorator: string])[] = [
  ['tools', ['tool'], 'Tool'],
  ['resources', ['resource', 'resource-template'], 'Resource'],
  ['resourceTemplates', ['resource-template'], 'ResourceTemplate'],
  ['prompts', ['prompt'], 'Prompt'],
];

export const isEntryKind = (kind: DeclarationKind): kind is EntryKind =>
  kind === 'tool' || kind === 'resource' || kind === 'resource-template' || kind === 'prompt';
