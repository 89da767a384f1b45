import type { PublicAccessOptions } from '../../define/auth-options.ts';
import { namesEntry, type PromptModel, type ToolModel } from '../../model/index.ts';
import { authPublicAccessDefaults } from '../../options/generated.ts';
import { withDefaults } from '../../options/with-defaults.ts';

export type PublicAccessSettings = Required<PublicAccessOptions>;

/** `auth.publicAccess` with its defaults. */
export const publicAccessSettings = (options: PublicAccessOptions | undefined): PublicAccessSettings =>
  withDefaults(options, authPublicAccessDefaults);

/** Whether anonymous callers may use a tool or prompt. */
export function isOpenToAll(settings: Pick<PublicAccessSettings, 'tools' | 'prompts'>, entry: ToolModel | PromptModel): boolean {
  const open = entry.kind === 'tool' ? settings.tools : settings.prompts;
  return open === 'all' || namesEntry(open, entry);
}
