import type { UsableEntries } from '../../define/index.ts';
import { missingAxes } from '../../entries/index.ts';
import { isJsonObject, type SkillModel, type ToolModel } from '../../model/index.ts';
import { type EntryViewer, viewerOf } from './call-pipeline.ts';
import type { CallRequest } from './call-request.ts';
import type { ServerRuntime } from './server-runtime.ts';

/** What a model may choose from for a caller: internal tools, hidden skills and those of HTTP alone are left out, and guards say the rest. */
export async function listUsable(runtime: ServerRuntime, request: CallRequest): Promise<UsableEntries> {
  const viewer: EntryViewer = { ...viewerOf(request), origin: 'model' };
  return {
    tools: await usableTools(runtime, viewer),
    skills: await usableSkills(runtime, viewer),
    recordFound: async (skills) =>
      runtime.pipeline.services.recordSkillUse?.({ act: 'search', skills: skills.map(({ skillId }) => skillId) }, request.auth),
  };
}

async function usableTools({ pipeline, registry }: ServerRuntime, viewer: EntryViewer): Promise<readonly ToolModel[]> {
  const tools = registry.tools.filter(({ model, refuse }) => model.visibility !== 'internal' && refuse === undefined);
  const seen = (await pipeline.admission?.view(tools, viewer)) ?? tools;
  return seen.map(({ model }) => model);
}

async function usableSkills({ environment, model, pipeline }: ServerRuntime, viewer: EntryViewer): Promise<readonly SkillModel[]> {
  const { skillsConfig } = model.options.rest;
  if (isJsonObject(skillsConfig) && skillsConfig.enabled === false) return [];
  const skills = (model.skills ?? []).filter(
    ({ availableWhen, hidden, visibility }) =>
      hidden !== true && visibility !== 'http' && missingAxes(availableWhen, environment).length === 0,
  );
  const { guardSkills } = pipeline;
  if (guardSkills === undefined) return skills;
  const shown = await Promise.all(skills.map((skill) => guardSkills.lists(skill, viewer)));
  return skills.filter((_skill, at) => shown[at]);
}
