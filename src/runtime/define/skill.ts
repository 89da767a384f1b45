import type { AvailabilityOptions, PluginField } from './entry-metadata.ts';
import type { SkillEntry, ToolItem } from './list-items.ts';
import { declare, type AnyClass } from './metadata.ts';

/** A tool that a skill uses: its name as it is listed, its class, or either with what it is for. */
export type SkillTool = string | ToolItem | SkillToolUse;

/** A tool of a skill, with what it is for; `name` or `tool` names it. */
export interface SkillToolUse {
  /** Its name, as it is listed. */
  readonly name?: string;
  /** Its class, or what `tool(…)` returns. */
  readonly tool?: ToolItem;
  /** What the skill uses it for. */
  readonly purpose?: string;
  /** False: the skill is complete without it. */
  readonly required?: boolean;
}

/** An operation of an API that a skill speaks of. */
export interface SkillOperation {
  /** Name of the API. */
  readonly spec: string;
  /** Id of the operation in it. */
  readonly operationId: string;
}

/** What a skill is to be told before a model begins with it. */
export interface SkillParameter {
  /** Its name. */
  readonly name: string;
  /** What it is. */
  readonly description?: string;
  /** Whether the skill needs it. */
  readonly required?: boolean;
  /** Its type, in the author's words. */
  readonly type?: string;
  /** Its value where nothing is told. */
  readonly default?: unknown;
}

/** A use of a skill. */
export interface SkillExample {
  /** When it is used so. */
  readonly scenario: string;
  /** What it is told, by the names of its parameters. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** What comes of it. */
  readonly expectedOutcome?: string;
}

interface CommonSkillMetadata {
  /**
   * Id in searches and HTTP addresses; the name when absent.
   *
   * 1 to 64 of a-z, 0-9 and single hyphens, unique in the server.
   */
  readonly id?: string;
  /**
   * Tools that it uses: names, classes, or { name | tool, purpose?, required? }.
   *
   * A build checks that they exist.
   */
  readonly tools?: readonly SkillTool[];
  /**
   * What a tool that does not exist is: an error, a warning, or nothing.
   * @default 'warn'
   */
  readonly toolValidation?: 'strict' | 'warn' | 'ignore';
  /** Operations of APIs that it speaks of: { spec, operationId }. */
  readonly referencedOperations?: readonly SkillOperation[];
  /** What it is to be told: { name, description?, required?, type?, default? }. */
  readonly parameters?: readonly SkillParameter[];
  /** Uses of it: { scenario, parameters?, expectedOutcome? }. */
  readonly examples?: readonly SkillExample[];
  /**
   * Where it is served: over MCP, at the HTTP addresses of `skillsConfig`, or both.
   * @default 'both'
   */
  readonly visibility?: 'mcp' | 'http' | 'both';
  /**
   * Skills of higher priority are listed first.
   * @default 0
   */
  readonly priority?: number;
  /** From 0 to 5; searches over HTTP can ask for a least one. */
  readonly rating?: number;
  /** Group of skills; at most 64 characters. */
  readonly category?: string;
  /** Words that searches find it by. */
  readonly tags?: readonly string[];
  /**
   * Its whole text is in the instructions of the server.
   * @default false
   */
  readonly alwaysLoad?: boolean;
  /**
   * Path of its directory below skill://; the name when absent.
   *
   * It ends with the name, like `team/brewing`.
   */
  readonly skillPath?: string;
  /**
   * Not listed, but readable.
   *
   * Its URI must be known.
   *
   * @default false
   */
  readonly hideFromDiscovery?: boolean;
  /** Environments in which it exists: keys are joined with AND, values with OR. */
  readonly availableWhen?: AvailabilityOptions;
  /**
   * Flag that gates it; needs the feature-flag plugin.
   *
   * Without that plugin the server does not start.
   */
  readonly featureFlag?: PluginField;
}

/** Text in a file of the project. */
export interface SkillFile {
  /** Path from the project root. */
  readonly file: string;
}

/** Text at an address. */
export interface SkillPage {
  /** Address, over https. */
  readonly url: string;
}

/** A skill that is written where it is declared; SKILL.md is made of it. */
export interface InlineSkillMetadata extends CommonSkillMetadata {
  /** Name: 1 to 64 of a-z, 0-9 and single hyphens; of the folder when absent. */
  readonly name: string;
  /** Purpose of the skill and when to use it; at most 1024 characters. */
  readonly description: string;
  /**
   * Body of SKILL.md: text, { file } or { url }.
   *
   * The build reads a file, from the project root, and what `service build --refresh` fetched from a URL (https).
   */
  readonly instructions: string | SkillFile | SkillPage;
  /** Folders whose files it has, from the project root; read by the build. */
  readonly resources?: {
    /** Folder of what is served below scripts/. */
    readonly scripts?: string;
    /** Folder of what is served below references/. */
    readonly references?: string;
    /** Folder of what is served below assets/. */
    readonly assets?: string;
    /** Folder of what is served below examples/. */
    readonly examples?: string;
  };
  /**
   * Further files: path in the skill to text.
   *
   * A path is like `references/forms.md`.
   */
  readonly files?: Readonly<Record<string, string>>;
  /** Licence. */
  readonly license?: string;
  /** Requirements of its environment; at most 500 characters. */
  readonly compatibility?: string;
  /** Tools that it may use without asking. */
  readonly allowedTools?: readonly string[];
  /** Further text values of the front matter, under "metadata". */
  readonly specMetadata?: Readonly<Record<string, string>>;
  /** Of a skill in a folder alone. */
  readonly folder?: undefined;
}

/** A skill in a folder with a SKILL.md. The build reads it: a bundle holds its files and needs none beside it. */
export interface FolderSkillMetadata extends CommonSkillMetadata {
  /**
   * Folder with SKILL.md, from the project root; read by the build.
   *
   * Its last part is the skill's name.
   */
  readonly folder: string;
}

/** Options of `@Skill` and `skill()`. */
export type SkillMetadata = InlineSkillMetadata | FolderSkillMetadata;

/**
 * Declares a class as a skill.
 *
 * @example
 * \@Skill({ name: 'release-notes', description: 'Writes release notes. Use when a version is tagged.', instructions: '# Steps …' })
 * class ReleaseNotes {}
 */
export function Skill(metadata: SkillMetadata) {
  return (target: AnyClass, _context?: unknown): void => declare(target, { kind: 'skill', options: { ...metadata }, target });
}

/**
 * A skill without a class.
 *
 * @example
 * export const pdf = skill({ folder: 'skills/pdf-processing' });
 */
export function skill(metadata: SkillMetadata): SkillEntry {
  const entry: SkillEntry = Object.freeze({ kind: 'skill' });
  declare(entry, { kind: 'skill', options: { ...metadata } });
  return entry;
}
