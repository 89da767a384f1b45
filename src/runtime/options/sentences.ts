import { sentences } from './generated.ts';
import type { OptionOwner } from './option-row.ts';

/** Sentence that explains an option; members of an app's `auth` are those of the server's. */
export const sentenceOf = (owner: OptionOwner, path: string): string | undefined =>
  sentences[`${owner} ${path}`] ?? (owner === 'app' ? sentences[`service ${path}`] : undefined);
