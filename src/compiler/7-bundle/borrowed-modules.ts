import type { BorrowedModule } from '../bundling/index.ts';
import type { BundlePlan } from '../compile-types.ts';

/** The texts of messages come from the zod that the project itself imports. */
export function borrowedModules({ edits }: Pick<BundlePlan, 'edits'>): Readonly<Record<string, BorrowedModule>> {
  const edit = edits.find(({ kind }) => kind === 'schema-table');
  return edit === undefined ? {} : { 'zod-messages': { module: 'zod/v4/locales/en.js', for: edit.file } };
}
