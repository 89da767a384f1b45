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
  printSkillManifest,
  skillNameProblem,
  skillPathProblem,
  skillSourceOf,
  type JsonObject,
  type SkillFileModel,
  type SkillFolder,
  type SkillModel,
  type SkillSources,
} from '../model/index.ts';
import { utf8Length } from '../std/index.ts';
import { joinAvailability, readAvailableWhen } from './availability.ts';
import type { CollectedSkill } from './collected.ts';
import { isPlainObject, jsonObjectCopy } from './json-copy.ts';
import { skillDetails } from './skill-details.ts';

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
  const named = entries.map(({ entry, listedName }) => (listedName === entry.name ? entry : renamed(entry, listedName)));
  faults.push(...sharedIds(named));
  return named;
}

/** Of two owners: the path and the id begin with the owner's, unless the author has chosen others. */
const renamed = (skill: SkillModel, listedName: string): SkillModel => ({
  ...skill,
  ...(skill.path === skill.name ? { path: `${encodeURIComponent(ownerPrefix(skill.owner) ?? '')}/${skill.name}` } : {}),
  ...(skill.skillId === skill.name ? { skillId: listedName } : {}),
});

function sharedIds(skills: readonly SkillModel[]): readonly string[] {
  return skills.flatMap((skill, at) =>
    (['skillId', 'path'] as const).flatMap((key) => {
      const first = skills.findIndex((other) => other[key] === skill[key]);
      if (first === at) return [];
      const what = key === 'path' ? 'skillPath' : 'id';
      return [`skill "${skill.name}": "${what}" is "${skill[key]}", as that of the skill "${skills[first]?.name ?? ''}"; give it another`];
    }),
  );
}

function skillModel(collected: CollectedSkill, folders: KnownSkillFolders): SkillModel {
  const { options } = collected.declaration;
  const { folder } = options;
  const content = typeof folder === 'string' ? folderContent(folder, options) : inlineContent(options);
  const availableWhen = joinAvailability(collected.appAvailability, readAvailableWhen(options['availableWhen']));
  const { details, problems } = skillDetails(content.name, options);
  if (problems.length > 0) throw faulty(`skill "${content.name}"`, problems);
  const skill: SkillModel = {
    kind: 'skill',
    id: entryIdOf({ kind: 'skill', owner: collected.owner, name: content.name }),
    owner: collected.owner,
    path: content.name,
    skillId: content.name,
    ...content,
    ...details,
    ...(options['hideFromDiscovery'] === true ? { hidden: true } : {}),
    ...(options['featureFlag'] === undefined ? {} : { pluginFields: jsonObjectCopy({ featureFlag: options['featureFlag'] }) }),
    availableWhen,
  };
  const source = skillSourceOf(skill);
  const found = source !== undefined && Object.hasOwn(folders, source) ? folders[source] : undefined;
  // Until the build has read it, nothing of such a skill can be served.
  return source === undefined ? skill : { ...skill, ...(found ?? { files: [] }) };
}

type SkillContent = Pick<SkillModel, 'name' | 'folder' | 'frontmatter' | 'files' | 'reads'>;

/** Fields that a folder brings itself. */
const ownFields = ['name', 'description', 'instructions', 'files', 'resources', 'license', 'compatibility', 'allowedTools', 'specMetadata'];

function folderContent(folder: string, options: Readonly<Record<string, unknown>>): SkillContent {
  const name = folder.split('/').at(-1) ?? '';
  const problem = skillPathProblem(folder) ?? skillNameProblem(name);
  const mixed = ownFields
    .filter((field) => options[field] !== undefined)
    .map((field) => `"${field}" comes from its SKILL.md; leave it out`);
  const problems = [...(problem === undefined ? [] : [problem]), ...mixed];
  if (problems.length > 0) throw faulty(`skill folder "${folder}"`, problems);
  return { name, folder, frontmatter: {}, files: [] };
}

function inlineContent(options: Readonly<Record<string, unknown>>): SkillContent {
  const frontmatter = readFrontmatter(options);
  const { name: given } = frontmatter;
  const name = typeof given === 'string' ? given : 'unnamed';
  const problems = [...frontmatterProblems(frontmatter)];
  const { instructions } = options;
  const reads = readSources(options, problems);
  if (reads?.instructions === undefined && (typeof instructions !== 'string' || instructions.trim() === ''))
    problems.push('"instructions" must be a text, { file } or { url }, or "folder" must name a folder');
  const files = readFiles(options['files'], problems);
  if (problems.length > 0) throw faulty(`skill "${name}"`, problems);
  const text = printSkillManifest(frontmatter, String(instructions));
  const manifest = reads?.instructions === undefined ? [{ path: 'SKILL.md', mimeType: 'text/markdown', text }] : [];
  const all = [...manifest, ...files];
  const tooMuch = sizeProblems(all);
  if (tooMuch.length > 0) throw faulty(`skill "${name}"`, tooMuch);
  return { name, frontmatter, files: all, ...(reads === undefined ? {} : { reads }) };
}

/** What the build reads; undefined for a skill that is whole as it is written. */
function readSources({ instructions, resources = {} }: Readonly<Record<string, unknown>>, problems: string[]): SkillSources | undefined {
  const { file, url } = isPlainObject(instructions) ? instructions : {};
  const folders = isPlainObject(resources) ? Object.entries(resources) : [];
  for (const path of [file, ...folders.map(([, folder]) => folder)]) {
    const problem = typeof path === 'string' ? skillPathProblem(path) : undefined;
    if (problem !== undefined) problems.push(`${problem.replace('inside the skill', 'inside the project')}`);
  }
  if (typeof url === 'string' && !/^https:\/\/[^\s@]+$/.test(url))
    problems.push('"instructions.url" must be an https URL without a password');
  const text = typeof file === 'string' ? { file } : typeof url === 'string' ? { url } : undefined;
  const read = folders.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  if (text === undefined && read.length === 0) return undefined;
  return {
    ...(text === undefined ? {} : { instructions: text }),
    ...(read.length === 0 ? {} : { resources: Object.fromEntries(read) }),
  };
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

const faulty = (what: string, problems: readonly string[]): ServiceError =>
  new ServiceError('INVALID_DECORATOR_METADATA', problems.map((problem) => `${what}: ${problem}`).join('\n'));
