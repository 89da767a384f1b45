import type { Span } from './span.ts';

/** Uses of the environment in the sources. */
export interface EnvironmentSources {
  /** Where each variable is read first, at the top of a module before anywhere else. */
  readonly reads: ReadonlyMap<string, Span>;
  /** The first use of `process.env` as a whole object. */
  readonly whole: Span | undefined;
}

/** The first read of the environment, to be named where its variables will be missing. */
export function firstRead({ reads, whole }: EnvironmentSources): { readonly name: string; readonly span: Span } | undefined {
  const [first] = reads;
  if (first !== undefined) return { name: `process.env.${first[0]}`, span: first[1] };
  return whole === undefined ? undefined : { name: 'process.env', span: whole };
}

/** A variable that was read while the definitions were loaded. */
export interface VariableRead {
  readonly name: string;
  /** Whether the build has a value for it. */
  readonly isSet: boolean;
  /** Absent when only a package reads it. */
  readonly span?: Span;
}
/** Where it is looked for; the first is what new projects have. */
export const envTemplateNames = ['.env.example', '.env.sample', '.env.template', '.env.dist'] as const;

/** The file that lists a project's variables for its users. */
export interface EnvTemplate {
  /** Project-relative. */
  readonly file: string;
  /** Names that it lists, with a value or without; none where the file is not there. */
  readonly variables: readonly string[];
}

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
