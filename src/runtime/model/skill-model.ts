import type { JsonObject } from './json.ts';

/** What an author says of a skill beside its files. */
export interface SkillDetails {
  /** Tools that it uses. */
  readonly tools?: readonly SkillToolModel[];
  /** What a tool that does not exist is; `warn` when absent. */
  readonly toolValidation?: 'strict' | 'ignore';
  /** Where it is served alone; absent: over MCP and HTTP. */
  readonly visibility?: 'mcp' | 'http';
  /** 0 when absent. */
  readonly priority?: number;
  /** From 0 to 5. */
  readonly rating?: number;
  /** Group of skills. */
  readonly category?: string;
  /** Words that searches find it by. */
  readonly tags?: readonly string[];
  /** Its whole text is in the instructions of the server. */
  readonly alwaysLoad?: true;
  /** Operations of APIs: `{ spec, operationId }`. */
  readonly referencedOperations?: readonly JsonObject[];
  /** `{ name, description?, required?, type?, default? }` */
  readonly parameters?: readonly JsonObject[];
  /** `{ scenario, parameters?, expectedOutcome? }` */
  readonly examples?: readonly JsonObject[];
}

/** A tool that a skill uses. */
export interface SkillToolModel {
  /** As it is listed. */
  readonly name: string;
  readonly purpose?: string;
  readonly required?: boolean;
}

/** Files of a skill's that the build reads. */
export interface SkillSources {
  /** Path from the project root, or a URL. */
  readonly instructions?: { readonly file: string } | { readonly url: string };
  /** Folders from the project root, by the folder of the skill that their files are served in. */
  readonly resources?: Readonly<Record<string, string>>;
}

export interface SkillFileModel {
  /** Relative to the skill's directory, `/` between the parts. */
  readonly path: string;
  readonly mimeType: string;
  readonly text?: string;
  /** base64, for what is not text. */
  readonly blob?: string;
}
