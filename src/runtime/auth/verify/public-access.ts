import type { PublicAccessOptions } from '../../define/auth-options.ts';
import { namesEntry, type PromptModel, type ToolModel } from '../../model/index.ts';

export type PublicAccessSettings = Required<PublicAccessOptions>;

/** `auth.publicAccess` with its defaults. */
export const publicAccessSettings = (options: PublicAccessOptions): PublicAccessSettings => ({
  tools: options.tools ?? 'all',
  prompts: options.prompts ?? 'all',
  rateLimit: options.rateLimit ?? 60,
});

/** Whether anonymous callers may use a tool or prompt. */
export function isOpenToAll(settings: Pick<PublicAccessSettings, 'tools' | 'prompts'>, entry: ToolModel | PromptModel): boolean {
  const open = entry.kind === 'tool' ? settings.tools : settings.prompts;
  return open === 'all' || namesEntry(open, entry);
}
