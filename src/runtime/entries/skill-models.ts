import { ServiceError } from '../errors/index.ts';
import {
  entryIdOf,
  frontmatterProblems,
  listNames,
  mediaTypeOf,
  maxSkillBytes,
  maxSkillFiles,
  ownerPath,
  ownerPrefix,
  skillNameProblem,
  skillPathProblem,
  type JsonObject,
  type SkillFileModel,
  type SkillFolder,
  type SkillModel,
} from '../model/index.ts';
import { escapeUnicode, utf8Length } from '../std/index.ts';
import { joinAvailability, readAvailableWhen } from './availability.ts';
import type { CollectedSkill } from './collected.ts';
import { isPlainObject, jsonObjectCopy } from './json-copy.ts';

/** Contents that the build read, by folder. */
export type KnownSkillFolders = Readonly<Record<string, SkillFolder>>;

/** Models of skills; what is wrong goes to `faults`, one a line. */
export function skillModels(collected: readonly CollectedSkill[], folders: KnownSkillFolders, faults: string[]): readonly SkillModel[] {
  const models = collected.flatMap((skill): SkillModel[] => {
    try {
      return [skillModel(skill, folders)];
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      faults.push(error.message);
      return [];
    }
  });
  const { duplicates, entries } = listNames(models);
  for (const [first, ...others] of duplicates) {
    if (first !== undefined)
      faults.push(`${ownerPath(first.owner)} declares ${others.length + 1} skills named "${first.name}"; rename all but one`);
  }
  return entries.map(({ entry, listedName }) =>
    listedName === entry.name ? entry : { ...entry, path: `${encodeURIComponent(ownerPrefix(entry.owner) ?? '')}/${entry.name}` },
  );
}

function skillModel(collected: CollectedSkill, folders: KnownSkillFolders): SkillModel {
  const { options } = collected.declaration;
  const { folder } = options;
  const content = typeof folder === 'string' ? folderContent(folder, options, folders) : inlineContent(options);
  const availableWhen = joinAvailability(collected.appAvailability, readAvailableWhen(options['availableWhen']));
  return {
    kind: 'skill',
    id: entryIdOf({ kind: 'skill', owner: collected.owner, name: content.name }),
    owner: collected.owner,
    path: content.name,
    ...content,
    ...(options['hideFromDiscovery'] === true ? { hidden: true } : {}),
    ...(options['featureFlag'] === undefined ? {} : { pluginFields: jsonObjectCopy({ featureFlag: options['featureFlag'] }) }),
    availableWhen,
  };
}

type SkillContent = Pick<SkillModel, 'name' | 'folder' | 'frontmatter' | 'files'>;

/** Fields that a folder brings itself. */
const ownFields = ['name', 'description', 'instructions', 'files', 'license', 'compatibility', 'allowedTools', 'specMetadata'];

function folderContent(folder: string, options: Readonly<Record<string, unknown>>, folders: KnownSkillFolders): SkillContent {
  const name = folder.split('/').at(-1) ?? '';
  const problem = skillPathProblem(folder) ?? skillNameProblem(name);
  const mixed = ownFields
    .filter((field) => options[field] !== undefined)
    .map((field) => `"${field}" comes from its SKILL.md; leave it out`);
  const problems = [...(problem === undefined ? [] : [problem]), ...mixed];
  if (problems.length > 0) throw faulty(`skill folder "${folder}"`, problems);
  const found = Object.hasOwn(folders, folder) ? folders[folder] : undefined;
  return { name, folder, frontmatter: found?.frontmatter ?? {}, files: found?.files ?? [] };
}

function inlineContent(options: Readonly<Record<string, unknown>>): SkillContent {
  const frontmatter = readFrontmatter(options);
  const { name: given } = frontmatter;
  const name = typeof given === 'string' ? given : 'unnamed';
  const problems = [...frontmatterProblems(frontmatter)];
  const { instructions } = options;
  if (typeof instructions !== 'string' || instructions.trim() === '')
    problems.push('"instructions" must be a text, or "folder" must name a folder');
  const files = readFiles(options['files'], problems);
  if (problems.length > 0) throw faulty(`skill "${name}"`, problems);
  const text = `---\n${printFrontmatter(frontmatter)}---\n\n${String(instructions).trim()}\n`;
  const all = [{ path: 'SKILL.md', mimeType: 'text/markdown', text }, ...files];
  const tooMuch = sizeProblems(all);
  if (tooMuch.length > 0) throw faulty(`skill "${name}"`, tooMuch);
  return { name, frontmatter, files: all };
}

function readFrontmatter(options: Readonly<Record<string, unknown>>): JsonObject {
  const { allowedTools, specMetadata } = options;
  return jsonObjectCopy({
    name: options['name'],
    description: options['description'],
    license: options['license'],
    compatibility: options['compatibility'],
    'allowed-tools': Array.isArray(allowedTools) ? allowedTools.join(' ') : undefined,
    metadata: isPlainObject(specMetadata) && Object.keys(specMetadata).length > 0 ? specMetadata : undefined,
  });
}

function readFiles(given: unknown, problems: string[]): SkillFileModel[] {
  if (given === undefined) return [];
  if (!isPlainObject(given)) {
    problems.push('"files" must be an object of paths and texts');
    return [];
  }
  const paths = Object.keys(given);
  return paths.flatMap((path) => {
    const text = given[path];
    const problem = filePathProblem(path, paths) ?? (typeof text === 'string' ? undefined : `"${path}" must be a text`);
    if (problem !== undefined) problems.push(problem);
    return typeof text === 'string' ? [{ path, mimeType: mediaTypeOf(path) ?? 'text/plain', text }] : [];
  });
}

function filePathProblem(path: string, all: readonly string[]): string | undefined {
  if (path === 'SKILL.md') return '"SKILL.md" is made of the other fields';
  if (all.some((other) => other.startsWith(`${path}/`))) return `"${path}" cannot be a file and a directory`;
  return skillPathProblem(path);
}

function sizeProblems(files: readonly SkillFileModel[]): string[] {
  const bytes = files.reduce((sum, file) => sum + utf8Length(file.text ?? ''), 0);
  return [
    ...(files.length > maxSkillFiles ? [`it has ${files.length} files, ${maxSkillFiles} at most`] : []),
    ...(bytes > maxSkillBytes ? [`it has ${bytes} bytes, ${maxSkillBytes} at most`] : []),
  ];
}

/** JSON texts are YAML too; what YAML does not take as it is becomes an escape. */
function printFrontmatter(frontmatter: JsonObject): string {
  return Object.entries(frontmatter)
    .map(([key, value]) =>
      isPlainObject(value) ? `${key}:\n${Object.entries(value).map(printLine).join('')}` : `${key}: ${printText(value)}\n`,
    )
    .join('');
}

const printLine = ([key, value]: [string, unknown]): string => `  ${printText(key)}: ${printText(value)}\n`;

// YAML 1.2 section 5.1: DEL, the C1 controls, the line separators and the byte order mark need an escape.
const printText = (value: unknown): string => JSON.stringify(value).replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, escapeUnicode);

const faulty = (what: string, problems: readonly string[]): ServiceError =>
  new ServiceError('INVALID_DECORATOR_METADATA', problems.map((problem) => `${what}: ${problem}`).join('\n'));
