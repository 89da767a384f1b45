import { escapeUnicode, isRecord, isTextUpTo } from '../std/index.ts';
import type { JsonObject } from './json.ts';
import type { SkillModel } from './server-model.ts';
import type { SkillFileModel } from './skill-model.ts';

/** Contents of a skill folder, read by the build. */
export interface SkillFolder {
  readonly frontmatter: JsonObject;
  /** SKILL.md first. */
  readonly files: readonly SkillFileModel[];
}

export const maxSkillFiles = 512;
export const maxSkillBytes = 16 * 1024 * 1024;
export const longestSkillName = 64;
const longestSkillDescription = 1024;
const longestSkillCompatibility = 500;
const reservedPrefix = 'io.modelcontextprotocol/';

/** Problem of a skill's name; `undefined` for a good one. */
export function skillNameProblem(name: string): string | undefined {
  if (name.length <= longestSkillName && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) return undefined;
  return `the name "${name}" must be 1 to ${longestSkillName} characters of a-z, 0-9 and single hyphens between them`;
}

/** Everything wrong with front matter, one sentence each (Agent Skills specification and SEP-2640). */
export function frontmatterProblems(frontmatter: JsonObject): readonly string[] {
  const { compatibility, description, metadata, name } = frontmatter;
  const problems: (string | undefined)[] = [
    typeof name === 'string' ? skillNameProblem(name) : '"name" must be a text',
    isTextUpTo(description, longestSkillDescription)
      ? undefined
      : `"description" must be a text of 1 to ${longestSkillDescription} characters`,
    compatibility === undefined || isTextUpTo(compatibility, longestSkillCompatibility)
      ? undefined
      : `"compatibility" must be a text of 1 to ${longestSkillCompatibility} characters`,
  ];
  if (metadata !== undefined) {
    if (!isRecord(metadata)) problems.push('"metadata" must be an object');
    else
      for (const key of Object.keys(metadata))
        if (key.startsWith(reservedPrefix)) problems.push(`the metadata key "${key}" is reserved for the protocol`);
  }
  return problems.filter((problem) => problem !== undefined);
}

/** Problem of a skill file's path; `undefined` for a good one. */
export function skillPathProblem(path: string): string | undefined {
  const parts = path.split('/');
  const bad = parts.some((part) => part === '' || part === '.' || part === '..' || hasOddCharacters(part));
  return bad ? `"${path}" must be a path inside the skill: names with "/" between them, without "." and ".." and "\\"` : undefined;
}

function hasOddCharacters(part: string): boolean {
  if (part.includes('\\')) return true;
  for (const character of part) if ((character.codePointAt(0) ?? 0) < 0x20) return true;
  return false;
}

/** Why `alwaysLoad` of a skill does nothing; undefined where it acts. @param injected `skillsConfig.injectInstructions` */
export function unusedAlwaysLoad({ alwaysLoad, hidden, visibility }: SkillModel, injected: unknown): string | undefined {
  if (alwaysLoad !== true) return undefined;
  if (injected === 'off') return "skillsConfig.injectInstructions is 'off', so the instructions hold no skills";
  if (hidden === true) return 'hideFromDiscovery keeps it out of the instructions';
  return visibility === 'http' ? "visibility is 'http', and instructions are given over MCP" : undefined;
}

/** Name that what the build read of a skill is kept by; undefined for a skill that is whole as it is written. */
export const skillSourceOf = ({ folder, id, reads }: Pick<SkillModel, 'folder' | 'id' | 'reads'>): string | undefined =>
  folder ?? (reads === undefined ? undefined : id);

/** What the build read of skills, by `skillSourceOf`. */
export const readContentsOf = (skills: readonly SkillModel[]): Readonly<Record<string, SkillFolder>> =>
  Object.fromEntries(
    skills.flatMap((skill) => {
      const source = skillSourceOf(skill);
      return source === undefined ? [] : [[source, { frontmatter: skill.frontmatter, files: skill.files }]];
    }),
  );

/** SKILL.md of a skill that is written inline. */
export const printSkillManifest = (frontmatter: JsonObject, instructions: string): string =>
  `---\n${printFrontmatter(frontmatter)}---\n\n${instructions.trim()}\n`;

/** JSON texts are YAML too; what YAML does not take as it is becomes an escape. */
function printFrontmatter(frontmatter: JsonObject): string {
  return Object.entries(frontmatter)
    .map(([key, value]) =>
      isRecord(value) ? `${key}:\n${Object.entries(value).map(printLine).join('')}` : `${key}: ${printText(value)}\n`,
    )
    .join('');
}

const printLine = ([key, value]: [string, unknown]): string => `  ${printText(key)}: ${printText(value)}\n`;

// YAML 1.2 section 5.1: DEL, the C1 controls, the line separators and the byte order mark need an escape.
const printText = (value: unknown): string => JSON.stringify(value).replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, escapeUnicode);
