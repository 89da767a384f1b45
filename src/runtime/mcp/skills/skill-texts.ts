import type { JsonObject, SkillModel } from '../../model/index.ts';
import { withoutUndefined } from '../../std/index.ts';

/** What the author says a skill is for, on one line. */
export const describeSkill = ({ frontmatter: { description } }: SkillModel): string =>
  typeof description === 'string' ? description.replaceAll(/\s+/g, ' ').trim() : '';

/** SKILL.md without its front matter. */
export const skillBody = ({ files }: SkillModel): string =>
  (files.find(({ path }) => path === 'SKILL.md')?.text ?? '').replace(/^\ufeff?---\r?\n[\s\S]*?\n---[ \t]*(?:\r?\n|$)/, '').trim();

/** A skill as lists and searches show it. */
export const summariseSkill = (skill: SkillModel): JsonObject => {
  const { category, name, priority = 0, rating, skillId, tags = [], tools = [], visibility = 'both' } = skill;
  const shown = { id: skillId, name, description: describeSkill(skill), tags: [...tags], tools: tools.map((tool) => tool.name) };
  return withoutUndefined({ ...shown, priority, visibility, rating, category });
};

/** A whole skill as text for a model. No text in it can end it and be another skill. */
export const formatSkill = (skill: SkillModel): string => {
  const { name, skillId, tools = [] } = skill;
  const used = tools.map(({ name: tool, purpose }) => `- ${tool}${purpose === undefined ? '' : `: ${purpose}`}`);
  const parts = [`# ${name}`, describeSkill(skill), skillBody(skill), ...(used.length === 0 ? [] : [`## Tools\n\n${used.join('\n')}`])];
  return `<skill id="${skillId}">\n${parts.join('\n\n').replaceAll(/<(?=\/?\s*skill\b)/gi, '&lt;')}\n</skill>`;
};

/** Text that is neither a line of its own nor markup in Markdown. */
export const plainText = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text.replaceAll(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').replaceAll(/[\\`*_{}[\]<>#|~!]/g, String.raw`\$&`);
