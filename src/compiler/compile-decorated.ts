import type { BundlePlan, TypeScriptSettings } from './compile-types.ts';
import type { SourceEdit } from './model/source-edit.ts';

/** The files with decorators as they go into a bundle, where their decorators need types. */
export async function compileDecorated(
  edits: readonly SourceEdit[],
  { decorators, ...others }: TypeScriptSettings = {},
): Promise<Pick<BundlePlan, 'compiled' | 'pathAliases' | 'tsconfig'>> {
  if (decorators === undefined) return others;
  const { applyEditsTo, readSource } = await import('./bundler-plugin/index.ts');
  const texts = new Map<string, string>();
  for (const path of decorators.files) {
    // TypeScript itself lowers these decorators, so all of them stay.
    const own = edits.filter(({ file, kind }) => file === path && kind !== 'plain-decorator');
    texts.set(path, applyEditsTo(await readSource(path), own));
  }
  return { ...others, compiled: decorators.compile(texts) };
}
