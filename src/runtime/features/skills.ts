import { isJsonObject, type SkillModel } from '../model/index.ts';
import { missingAxes } from '../entries/index.ts';
import { configInvalid } from '../errors/index.ts';
import {
  createSkillCatalog,
  createSkillMethods,
  type SkillCatalog,
  skillsExtension,
  surroundResources,
} from '../mcp/skills/skill-catalog.ts';
import { extending } from './application/extend.ts';
import { defineFeature } from './application/define-feature.ts';

/** Skills and their files (extension `io.modelcontextprotocol/skills`, SEP-2640). */
export const skills = defineFeature('skills', ({ runtime }) => {
  const { environment, model } = runtime;
  const { skillsConfig } = model.options.rest;
  const served = (model.skills ?? []).filter(({ availableWhen }) => missingAxes(availableWhen, environment).length === 0);
  if (served.length === 0 || (isJsonObject(skillsConfig) && skillsConfig.enabled === false)) return {};
  checkFiles(served);
  const guard = runtime.pipeline.guardSkills;
  let made: Promise<SkillCatalog> | undefined;
  const catalog = (): Promise<SkillCatalog> => (made ??= createSkillCatalog(served));
  return {
    extend: extending({
      methods: createSkillMethods(catalog, guard),
      extensions: { [skillsExtension]: { directoryRead: true } },
      around: surroundResources(catalog, guard),
    }),
    start: async () => {
      const { fileOf } = await catalog();
      const taken = [...fileOf.keys()].find((uri) => runtime.registry.findResource(uri) !== undefined);
      if (taken === undefined) return undefined;
      throw configInvalid(`a resource has the URI "${taken}" of a skill's file; give it another`);
    },
  };
});

/** A bundle has no files beside it, and this part of the server reads none: folders are read by the build. */
function checkFiles(served: readonly SkillModel[]): void {
  const unread = served.find((skill) => skill.files.length === 0);
  if (unread === undefined) return;
  const problem = `the skill folder "${unread.folder ?? unread.name}" is read by the build: run the project with "service dev" or "service build"`;
  throw configInvalid(problem);
}
