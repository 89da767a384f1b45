import type { JsonObject, SkillModel } from '@service/sdk/model';
import { type SearchTexts, skillTexts } from '@service/sdk/search';

/** A skill as a search finds it: by the same texts as `skills/search`. */
export interface KnownSkill extends SearchTexts {
  readonly model: SkillModel;
  readonly description: string;
  /** Tools that it names; one that names any, or an operation, is executable, the others are knowledge. */
  readonly tools: readonly string[];
  readonly operations: readonly JsonObject[];
}

/** Tools are those of `tools`, and of `allowed-tools` in the front matter of a folder. */
export function knownSkill(model: SkillModel): KnownSkill {
  const { frontmatter, referencedOperations = [], tools = [] } = model;
  const texts = skillTexts(model);
  const allowed = frontmatter['allowed-tools'];
  const names = [...tools.map((tool) => tool.name), ...(typeof allowed === 'string' ? allowed.split(/[\s,]+/u).filter(Boolean) : [])];
  return { ...texts, model, description: texts.description ?? '', tools: [...new Set(names)], operations: referencedOperations };
}

export const isExecutable = ({ operations, tools }: KnownSkill): boolean => tools.length + operations.length > 0;

/** What both searches of skills show of one. */
export const shownSkill = ({ description, model: { name, path, tags = [] } }: KnownSkill) => ({
  name,
  description,
  tags,
  source: `skill://${path}/SKILL.md`,
});
