/** Texts that environment variables may have (`build.variants`), by name. */
export type Variants = Readonly<Record<string, readonly string[]>>;

/** The first text of each: what the build assumes of a variable that it has no value for. */
export const firstTexts = (variants: Variants): Record<string, string> =>
  Object.fromEntries(Object.entries(variants).flatMap(([name, [first]]) => (first === undefined ? [] : [[name, first] as const])));

/** Every combination of texts. */
export function combinationsOf(variants: Variants): readonly Readonly<Record<string, string>>[] {
  const names = Object.keys(variants);
  if (names.length === 0) return [];
  return names.reduce<readonly Readonly<Record<string, string>>[]>(
    (combinations, name) => combinations.flatMap((one) => (variants[name] ?? []).map((text) => ({ ...one, [name]: text }))),
    [{}],
  );
}
