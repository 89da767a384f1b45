import { pageOf } from '../../entries/index.ts';
import { invalidParams } from '../../errors/index.ts';
import type { Json, JsonObject, SkillModel } from '../../model/index.ts';
import { readCursor, requireText } from '../params.ts';
import type { Method } from '../protocol.ts';
import { skillFiles } from './skill-catalog.ts';
import { availableTools, type LoadedSkill, readerOf, type SkillLibrary, type SkillReader } from './skill-library.ts';
import { type RecordSkillUse, useOf } from './skill-audit.ts';
import { summariseSkill } from './skill-texts.ts';

const maxFound = 50;
const maxLoaded = 5;
const maxQueryCharacters = 2000;

interface SessionSkills {
  readonly library: SkillLibrary;
  readonly record: RecordSkillUse;
  /** Files are resources. */
  readonly servesFiles: boolean;
}

/** Skills for clients that open with `initialize`, whose revisions have no extension for them. */
export function createSessionSkillMethods({ library, record, servesFiles }: SessionSkills): Readonly<Record<string, Method>> {
  return {
    'skills/list': async (call) => {
      const rule = { mode: 'auto', pageSize: maxFound, autoThreshold: maxFound } as const;
      const seen = await library.listed(readerOf(call));
      const { items, nextCursor } = pageOf(seen, rule, readCursor(call.params).cursor);
      await record(useOf('list', items), call.auth);
      return { skills: items.map(summariseSkill), total: seen.length, ...(nextCursor === undefined ? {} : { nextCursor }) };
    },
    'skills/search': async (call) => {
      const { params } = call;
      const text = requireText(params, 'query');
      if (text.length > maxQueryCharacters) throw invalidParams(`"query" has at most ${maxQueryCharacters} characters`);
      const limit = readCount(params, 'limit', { least: 1, most: maxFound, absent: 10 });
      const query = {
        text,
        byMeaning: true,
        tags: readTexts(params, 'tags'),
        tools: readTexts(params, 'tools'),
        needsAllTools: params.requireAllTools === true,
      };
      const reader = readerOf(call);
      const found = await library.search(query, reader);
      const shown = found.slice(0, limit);
      await record(
        useOf(
          'search',
          shown.map(({ skill }) => skill),
        ),
        reader.auth,
      );
      const skills = await Promise.all(shown.map(({ score = 0, skill }) => describeHit(skill, score, reader)));
      return { skills, total: found.length, hasMore: found.length > limit };
    },
    'skills/load': async (call) => {
      const { params } = call;
      refuseSessions(params);
      const ids = [...new Set(readTexts(params, 'skillIds') ?? [])];
      if (ids.length === 0 || ids.length > maxLoaded) throw invalidParams(`"skillIds" must be a list of 1 to ${maxLoaded} texts`);
      const { format = 'full' } = params;
      if (format !== 'full' && format !== 'instructions-only') throw invalidParams('"format" must be "full" or "instructions-only"');
      const reader = readerOf(call);
      const found = await Promise.all(ids.map((id) => findSkill(library, id, reader)));
      await record({ act: 'load', skills: ids }, reader.auth);
      const loaded = await Promise.all(found.map((skill) => library.load(skill, reader)));
      const skills = loaded.map((one, at) =>
        describeLoaded(one, { isFull: format === 'full', files: servesFiles ? found[at] : undefined }),
      );
      return { skills, ...summarise(loaded) };
    },
  };
}

async function findSkill(library: SkillLibrary, id: string, reader: SkillReader): Promise<SkillModel> {
  const skill = await library.find(id, reader);
  if (skill === undefined) throw invalidParams(`Skill not found: ${id}`, { id });
  return skill;
}

async function describeHit(skill: SkillModel, score: number, reader: SkillReader): Promise<JsonObject> {
  const available = await availableTools(skill, reader);
  const tools = (skill.tools ?? []).map(({ name }) => ({ name, available: available.includes(name) }));
  const { description = '', id = '', name = '', tags = [] } = summariseSkill(skill);
  return { id, name, description, score, tags, tools, source: 'local' };
}

interface LoadedForm {
  readonly isFull: boolean;
  /** Whose files are named. */
  readonly files: SkillModel | undefined;
}

function describeLoaded(
  { availableTools: available, formattedContent, isComplete, missingTools, skill }: LoadedSkill,
  { files, isFull }: LoadedForm,
): JsonObject {
  const { description = '', id = '', instructions = '', name = '' } = skill;
  const warning = isComplete ? {} : { warning: missingText(missingTools) };
  const tools = { availableTools: [...available], missingTools: [...missingTools], isComplete, ...warning };
  if (!isFull) return { id, name, description, instructions, ...tools, formattedContent };
  const resources =
    files === undefined ? {} : { resources: skillFiles(files).map(({ model, uri }) => ({ uri, mimeType: model.mimeType })) };
  return { ...skill, ...tools, ...resources, formattedContent };
}

const missingText = (names: readonly string[]): string =>
  `These tools are not there: ${names.join(', ')}. Leave out the steps that need them, or tell the user.`;

function summarise(loaded: readonly LoadedSkill[]): JsonObject {
  const missing = [...new Set(loaded.flatMap(({ isComplete, missingTools }) => (isComplete ? [] : missingTools)))];
  const tools = new Set(loaded.flatMap(({ availableTools: available, missingTools }) => [...available, ...missingTools]));
  const allToolsAvailable = missing.length === 0;
  return {
    summary: {
      totalSkills: loaded.length,
      totalTools: tools.size,
      allToolsAvailable,
      ...(allToolsAvailable ? {} : { combinedWarnings: [missingText(missing)] }),
    },
    nextSteps: allToolsAvailable
      ? 'Follow the instructions of the skills.'
      : `Follow the instructions of the skills. ${missingText(missing)}`,
  };
}

/** A session that only has the tools of a skill would need a rule for each tool, which no client could see. */
function refuseSessions({ activateSession, policyMode }: JsonObject): void {
  if (activateSession === true || policyMode !== undefined)
    throw invalidParams(
      '"activateSession" and "policyMode" would limit a session to the tools of its skills, which this server does not do: leave them out. What a client may call is decided by access rules and approvals',
    );
}

function readTexts(params: JsonObject, key: string): readonly string[] | undefined {
  const value: Json | undefined = params[key];
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || value.length > 100 || !value.every((item): item is string => typeof item === 'string'))
    throw invalidParams(`"${key}" must be a list of at most 100 texts`);
  return value;
}

interface CountRule {
  readonly least: number;
  readonly most: number;
  readonly absent: number;
}

function readCount(params: JsonObject, key: string, { absent, least, most }: CountRule): number {
  const value = params[key] ?? absent;
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
  throw invalidParams(`"${key}" must be an integer from ${least} to ${most}`);
}
