import type { SkillsConfig } from '../../define/index.ts';
import { mayChange, type ServerModel, type SkillModel } from '../../model/index.ts';
import type { Extensions } from '../protocol.ts';
import { describeSkill, formatSkill } from './skill-texts.ts';

/** Skills in the instructions of the server. */
export function injectSkills(
  overMcp: (model: ServerModel) => readonly SkillModel[],
  { injectInstructions = 'append', mcpResources = true, sep2640InInstructions = false }: SkillsConfig,
): NonNullable<Extensions['instructions']> {
  return ({ model, pipeline }) => {
    const { instructions = '' } = model;
    // Every client reads the same instructions, and once: no skill that some may not see, or that may be gone, can be in them.
    const skills = overMcp(model).filter((skill) => skill.hidden !== true && pipeline.guardSkills?.concerns(skill) !== true);
    if (injectInstructions === 'off' || mayChange(model) || skills.length === 0) return model.instructions;
    const text = listSkills(skills, sep2640InInstructions && mcpResources);
    if (injectInstructions === 'replace' || instructions === '') return text;
    return injectInstructions === 'prepend' ? `${text}\n\n${instructions}` : `${instructions}\n\n${text}`;
  };
}

function listSkills(skills: readonly SkillModel[], namesUris: boolean): string {
  const lines = skills.map((skill) => `- ${skill.name}: ${describeSkill(skill)}${namesUris ? ` (skill://${skill.path}/SKILL.md)` : ''}`);
  const whole = skills.filter(({ alwaysLoad }) => alwaysLoad === true).map(formatSkill);
  return ['Skills are instructions for a task. Read the skill before you begin with its task.', lines.join('\n'), ...whole].join('\n\n');
}
