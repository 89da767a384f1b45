/** Where it is looked for; the first is what new projects have. */
export const envTemplateNames = ['.env.example', '.env.sample', '.env.template', '.env.dist'] as const;

/** The file that lists a project's variables for its users. */
export interface EnvTemplate {
  /** Project-relative. */
  readonly file: string;
  /** Names that it lists, with a value or without; none where the file is not there. */
  readonly variables: readonly string[];
}
