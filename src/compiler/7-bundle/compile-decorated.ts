import { applyEditsTo, readSource } from '../bundler-plugin/index.ts';
import type { BundlePlan } from '../compile-types.ts';

/** Files whose decorators need types (`emitDecoratorMetadata`): JavaScript by absolute path, edits of the plan included. */
export async function compileDecorated({ edits, typescript: { decorators } }: BundlePlan): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const path of decorators?.files ?? []) {
    // TypeScript itself lowers these decorators, so all of them stay.
    const own = edits.filter(({ file, kind }) => file === path && kind !== 'plain-decorator');
    texts.set(path, applyEditsTo(await readSource(path), own));
  }
  return decorators?.compile(texts) ?? texts;
}
