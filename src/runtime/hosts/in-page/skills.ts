import { skillModels } from '../../entries/index.ts';
import { skills as servedSkills } from '../../features/skills.ts';
import type { FeatureFactory } from '../../features/application/feature.ts';

/** Skills, with what reads them where no build has done it. */
export const skills: FeatureFactory = { ...servedSkills, assembly: { skillModels } };
