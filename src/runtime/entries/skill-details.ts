import { declaredAs } from '../define/index.ts';
import { skillNameProblem, type JsonObject, type SkillDetails, type SkillModel, type SkillToolModel } from '../model/index.ts';
import { isRecord, isTextUpTo, listOf, withoutUndefined } from '../std/index.ts';
import { isPlainObject, jsonObjectCopy } from './json-copy.ts';

const maxCategory = 64;

type Details = SkillDetails & Partial<Pick<SkillModel, 'path' | 'skillId'>>;

/** What `@Skill` says of a skill beside its files. */
export function skillDetails(
  name: string,
  options: Readonly<Record<string, unknown>>,
): { readonly details: Details; readonly problems: readonly string[] } {
  const problems: string[] = [];
  const reading = { options, problems };
  const { alwaysLoad, category, id, priority, rating, skillPath, tags, toolValidation, visibility } = options;
  if (typeof id === 'string') add(problems, skillNameProblem(id)?.replace('the name', '"id"'));
  if (typeof skillPath === 'string') add(problems, pathProblem(skillPath, name));
  if (category !== undefined && !isTextUpTo(category, maxCategory))
    problems.push(`"category" must be a text of 1 to ${maxCategory} characters`);
  if (rating !== undefined && !(typeof rating === 'number' && rating >= 0 && rating <= 5))
    problems.push('"rating" must be a number from 0 to 5');
  if (priority !== undefined && !Number.isFinite(priority)) problems.push('"priority" must be a finite number');
  const details: Details = withoutUndefined({
    skillId: typeof id === 'string' ? id : undefined,
    path: typeof skillPath === 'string' ? skillPath : undefined,
    tools: listed('tools', reading, readTool),
    toolValidation: toolValidation === 'strict' || toolValidation === 'ignore' ? toolValidation : undefined,
    visibility: visibility === 'mcp' || visibility === 'http' ? visibility : undefined,
    priority: typeof priority === 'number' && priority !== 0 ? priority : undefined,
    rating: typeof rating === 'number' ? rating : undefined,
    category: typeof category === 'string' ? category : undefined,
    tags: Array.isArray(tags) ? tags.filter((tag): tag is string => typeof tag === 'string') : undefined,
    alwaysLoad: alwaysLoad === true ? true : undefined,
    referencedOperations: listed('referencedOperations', reading, withTexts('spec', 'operationId')),
    parameters: listed('parameters', reading, withTexts('name')),
    examples: listed('examples', reading, withTexts('scenario')),
  });
  return { details, problems };
}

const add = (problems: string[], problem: string | undefined): void => void (problem !== undefined && problems.push(problem));

/** Every part is a name, so that a path is the same in a URI, on a disk and in a list. */
function pathProblem(path: string, name: string): string | undefined {
  const parts = path.split('/');
  const bad = parts.find((part) => skillNameProblem(part) !== undefined);
  if (bad !== undefined) return `"skillPath": ${skillNameProblem(bad)?.replace('the name', 'the part')}`;
  return parts.at(-1) === name ? undefined : `"skillPath" must end with the name "${name}"`;
}

interface Reading {
  readonly options: Readonly<Record<string, unknown>>;
  readonly problems: string[];
}

type ReadItem<Item> = (item: unknown) => Item | string;

/** Items of a list; of a bad one the problem is told with its place. */
function listed<Item extends object>(list: string, { options, problems }: Reading, read: ReadItem<Item>): readonly Item[] | undefined {
  if (options[list] === undefined) return undefined;
  return listOf(options[list]).flatMap((item, at) => {
    const found = read(item);
    if (typeof found !== 'string') return [found];
    problems.push(`"${list}": item ${at + 1}: ${found}`);
    return [];
  });
}

const withTexts =
  (...names: readonly string[]): ReadItem<JsonObject> =>
  (item) => {
    const missing = names.find((name) => !isPlainObject(item) || typeof item[name] !== 'string' || item[name].trim() === '');
    return missing === undefined && isPlainObject(item) ? jsonObjectCopy(item) : `"${missing ?? ''}" must be a text`;
  };

const readTool: ReadItem<SkillToolModel> = (item) => {
  const given = isRecord(item) && declaredAs('tool', item) === undefined ? item : { tool: item };
  const { name: named, purpose, required, tool } = given as Readonly<Record<string, unknown>>;
  const name = named ?? (typeof tool === 'string' ? tool : declaredAs('tool', tool)?.options['name']);
  if (typeof name !== 'string' || name.trim() === '')
    return 'expected the name of a tool, a class with @Tool, or { name | tool, purpose?, required? }';
  return withoutUndefined({
    name,
    purpose: typeof purpose === 'string' ? purpose : undefined,
    required: typeof required === 'boolean' ? required : undefined,
  });
};
