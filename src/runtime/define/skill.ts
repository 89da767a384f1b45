import type { AvailabilityOptions, PluginField } from './entry-metadata.ts';
import type { SkillEntry } from './list-items.ts';
import { declare, type AnyClass } from './metadata.ts';

interface CommonSkillMetadata {
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

/** A skill that is written where it is declared; SKILL.md is made of it. */
export interface InlineSkillMetadata extends CommonSkillMetadata {
  /** Name: 1 to 64 of a-z, 0-9 and single hyphens; of the folder when absent. */
  readonly name: string;
  /** Purpose of the skill and when to use it; at most 1024 characters. */
  readonly description: string;
  /** Body of SKILL.md, as text; for a file use `folder`. */
  readonly instructions: string;
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
