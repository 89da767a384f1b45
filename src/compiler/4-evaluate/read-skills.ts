import type { SkillModel } from '@service/sdk/model';
import { type Diagnostic, diagnose } from '../diagnostics/index.ts';
import type { Span } from '../model/span.ts';
import { readSkillFolder } from './read-skill-folder.ts';

export interface ReadSkills {
  readonly skills: readonly SkillModel[];
  readonly diagnostics: readonly Diagnostic[];
  /** Absolute paths of everything that was read. */
  readonly inputs: readonly string[];
}

/** Skills with what their folders hold; those that were written inline stay as they are. */
export function readSkills(
  skills: readonly SkillModel[],
  location: { readonly root: string; readonly spans: Readonly<Record<string, Span>> },
): ReadSkills {
  const diagnostics: Diagnostic[] = [];
  const inputs: string[] = [];
  const complete = skills.map((skill) => {
    if (skill.folder === undefined) return skill;
    const reading = readSkillFolder(location.root, skill.folder);
    inputs.push(...reading.inputs);
    const span = location.spans[skill.id] ?? location.spans['server'];
    for (const problem of reading.problems) {
      diagnostics.push(diagnose('invalid-skill', { skill: `skill folder "${skill.folder}"`, problem }, { span }));
    }
    return { ...skill, ...reading.content };
  });
  return { skills: complete, diagnostics, inputs };
}
