import type { JsonObject, ServerModel, SkillModel } from '../../model/index.ts';
import { createSearch, type Embed, type EntrySearch, type KeptIndex, readIndex, type SearchTexts, skillTexts } from '../../search/index.ts';
import { type EntryViewer, viewerOf } from '../call/call-pipeline.ts';
import type { ServerRuntime } from '../call/server-runtime.ts';
import type { MethodCall } from '../protocol.ts';
import { describeSkill, formatSkill, skillBody } from './skill-texts.ts';

/** Where skills are read. */
export type SkillSurface = 'mcp' | 'http';

/** A caller that reads skills, and the server as the request sees it. */
export interface SkillReader extends EntryViewer {
  readonly runtime: ServerRuntime;
  readonly surface: SkillSurface;
}

export interface SkillQuery {
  /** What is looked for; every skill when absent. */
  readonly text?: string | undefined;
  /** It is compared by meaning, where the author has given a model for that. */
  readonly byMeaning?: boolean | undefined;
  readonly tags?: readonly string[] | undefined;
  /** Tools of which a skill has one. */
  readonly tools?: readonly string[] | undefined;
  /** It has all of them. */
  readonly needsAllTools?: boolean | undefined;
  readonly category?: string | undefined;
  readonly minRating?: number | undefined;
}

export interface SkillHit {
  readonly skill: SkillModel;
  /** Absent where nothing was asked for in words. */
  readonly score?: number | undefined;
}

export interface SkillLibraryOptions {
  /** Skills that exist in this environment. */
  readonly servedOf: (model: ServerModel) => readonly SkillModel[];
  readonly scoring: 'bm25' | 'cosine';
  /** Makes vectors of texts. */
  readonly embed?: Embed | undefined;
  /** Asked for skills of which the build has kept no index. */
  readonly openKept?: OpenKeptIndex | undefined;
}

/** Never throws. @returns the index of these texts, from elsewhere; undefined for one that is made here */
export type OpenKeptIndex = (texts: readonly SearchTexts[]) => Promise<KeptIndex | undefined>;

export const readerOf = (call: MethodCall): SkillReader => ({ ...viewerOf(call), runtime: call.server.runtime, surface: 'mcp' });

export const isServedTo =
  (surface: SkillSurface) =>
  ({ visibility = surface }: SkillModel): boolean =>
    visibility === surface;

/** Of equal priority they stay in the order of registration. */
export const byPriority = ({ priority: one = 0 }: SkillModel, { priority: other = 0 }: SkillModel): number => other - one;

/** The skills of a server as callers see them. */
export class SkillLibrary {
  readonly #options: SkillLibraryOptions;
  readonly #byWords = new WeakMap<ServerModel, EntrySearch<SkillModel>>();
  readonly #kept = new WeakMap<ServerModel, KeptIndex>();
  readonly #byMeaning = new WeakMap<ServerModel, EntrySearch<SkillModel>>();

  constructor(options: SkillLibraryOptions) {
    this.#options = options;
  }

  /** Takes the index that the build has made of the skills of a model. */
  keep(model: ServerModel, index: KeptIndex): void {
    this.#kept.set(model, index);
  }

  /** Skills of lists. */
  async listed(reader: SkillReader): Promise<readonly SkillModel[]> {
    const { guardSkills } = reader.runtime.pipeline;
    const skills = this.#skillsFor(reader)
      .filter(({ hidden }) => hidden !== true)
      .toSorted(byPriority);
    if (guardSkills === undefined) return skills;
    const shown = await Promise.all(skills.map((skill) => guardSkills.lists(skill, reader)));
    return skills.filter((_skill, at) => shown[at]);
  }

  /**
   * A skill by its id, hidden ones too; undefined for one that the reader may not see.
   * @throws the refusal of a plugin
   */
  async find(skillId: string, reader: SkillReader): Promise<SkillModel | undefined> {
    const skill = this.#skillsFor(reader).find((one) => one.skillId === skillId);
    const { guardSkills } = reader.runtime.pipeline;
    if (skill === undefined || guardSkills === undefined) return skill;
    const hidden = new Error();
    try {
      await guardSkills.admit(skill, { ...reader, origin: 'client', unknown: () => hidden });
      return skill;
    } catch (failure) {
      if (failure === hidden) return undefined;
      throw failure;
    }
  }

  /** Best first; in the order of lists where no words are given. */
  async search(query: SkillQuery, reader: SkillReader): Promise<readonly SkillHit[]> {
    const { text } = query;
    const seen = (await this.listed(reader)).filter((skill) => fits(skill, query));
    if (text === undefined) return seen.map((skill) => ({ skill }));
    const search = await this.#searchOf(reader.runtime.model, query.byMeaning === true && this.#options.embed !== undefined);
    const found = await search.search(text, { limit: Number.POSITIVE_INFINITY });
    return found
      .filter(({ entry }) => seen.includes(entry))
      .map(({ entry, score }) => ({ skill: entry, score: Math.round(score * 1000) / 1000 }));
  }

  /** A skill with which of its tools the reader can call. */
  async load(skill: SkillModel, reader: SkillReader): Promise<LoadedSkill> {
    const { examples = [], name, parameters = [], skillId, tools = [] } = skill;
    const available = await availableTools(skill, reader);
    const missing = tools.filter((tool) => !available.includes(tool.name));
    return {
      skill: {
        id: skillId,
        name,
        description: describeSkill(skill),
        instructions: skillBody(skill),
        tools: tools.map((tool) => ({ ...tool })),
        parameters: [...parameters],
        examples: [...examples],
      },
      availableTools: available,
      missingTools: missing.map((tool) => tool.name),
      isComplete: missing.every(({ required }) => required === false),
      formattedContent: formatSkill(skill),
    };
  }

  #skillsFor({ runtime, surface }: SkillReader): readonly SkillModel[] {
    return this.#options.servedOf(runtime.model).filter(isServedTo(surface));
  }

  /** Of all skills of a model: those that a reader does not see are taken out of what it finds. */
  async #searchOf(model: ServerModel, byMeaning: boolean): Promise<EntrySearch<SkillModel>> {
    const { embed, openKept, scoring } = this.#options;
    const { skills = [] } = model;
    const searches = byMeaning ? this.#byMeaning : this.#byWords;
    // Requests share no promise: with the request that began it a worker may drop the reading, and the others would wait for ever.
    const kept =
      byMeaning || openKept === undefined || searches.has(model)
        ? this.#kept.get(model)
        : (this.#kept.get(model) ?? (await openKept(skills.map(skillTexts))));
    const known =
      searches.get(model) ??
      createSearch(skills, skillTexts, { strategy: byMeaning ? 'ml' : scoring, embed, data: kept && readIndex(kept) });
    searches.set(model, known);
    return known;
  }
}

export interface LoadedSkill {
  readonly skill: JsonObject;
  readonly availableTools: readonly string[];
  readonly missingTools: readonly string[];
  /** Every tool that it needs is there. */
  readonly isComplete: boolean;
  readonly formattedContent: string;
}

function fits(skill: SkillModel, { category, minRating, needsAllTools, tags, tools }: SkillQuery): boolean {
  const used = skill.tools?.map(({ name }) => name) ?? [];
  const hasTools = needsAllTools === true ? tools?.every((tool) => used.includes(tool)) : tools?.some((tool) => used.includes(tool));
  return (
    (category === undefined || skill.category === category) &&
    (minRating === undefined || (skill.rating ?? 0) >= minRating) &&
    (tags === undefined || tags.some((tag) => skill.tags?.includes(tag) === true)) &&
    (hasTools ?? true)
  );
}

/** Tools of a skill that are there and that the reader sees. */
export async function availableTools({ tools = [] }: SkillModel, reader: SkillReader): Promise<readonly string[]> {
  const { pipeline, registry } = reader.runtime;
  const found = tools.flatMap(({ name }) => registry.findTool(name) ?? []);
  const seen = (await pipeline.admission?.view(found, reader)) ?? found;
  return seen.map(({ model }) => model.listedName);
}
