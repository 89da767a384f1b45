import type { CompileCache } from '../compile-types.ts';

/** Answers what was answered before about a fixed file; asks about all others. */
export type Keep = <T>(question: string, file: string, ask: () => T) => T;

/** @param root the project that is compiled, which is never fixed */
export function keepFixed({ isFixed, kept }: NonNullable<CompileCache['fixed']>, root: string): Keep {
  const answers = kept as Map<string, unknown>;
  return <T>(question: string, file: string, ask: () => T): T => {
    if (!isFixed(file) || file.startsWith(`${root}/`)) return ask();
    const key = `${question} ${file}`;
    if (!answers.has(key)) answers.set(key, ask());
    return answers.get(key) as T;
  };
}
