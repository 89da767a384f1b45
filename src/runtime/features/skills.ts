import { isJsonObject, mayChange, type ServerModel, type SkillModel } from '../model/index.ts';
import { type EntrySnapshot, missingAxes } from '../entries/index.ts';
import { configInvalid, ResourceNotFound } from '../errors/index.ts';
import {
  type Catalog,
  createSkillCatalog,
  createSkillMethods,
  type SkillCatalog,
  skillFiles,
  skillsExtension,
  surroundResources,
} from '../mcp/skills/skill-catalog.ts';
import { defineFeature } from './application/define-feature.ts';

/** Skills and their files (extension `io.modelcontextprotocol/skills`, SEP-2640). */
export const skills = defineFeature('skills', ({ runtime }) => {
  const { environment, model } = runtime;
  const { skillsConfig } = model.options.rest;
  const servedOf = (all: readonly SkillModel[] = []): readonly SkillModel[] =>
    all.filter(({ availableWhen }) => missingAxes(availableWhen, environment).length === 0);
  const isOff = isJsonObject(skillsConfig) && skillsConfig.enabled === false;
  if (isOff || (servedOf(model.skills).length === 0 && !mayChange(model))) return {};
  const made = new WeakMap<ServerModel, Promise<SkillCatalog>>();
  const catalogOf = (of: ServerModel): Promise<SkillCatalog> => {
    const known = made.get(of) ?? createSkillCatalog(servedOf(of.skills));
    made.set(of, known);
    return known;
  };
  const catalog: Catalog = ({ server }) => catalogOf(server.runtime.model);
  const checkEntries = (next: Pick<EntrySnapshot, 'model' | 'registry'>): void => {
    const served = servedOf(next.model.skills);
    checkFiles(served);
    const taken = served.flatMap(skillFiles).find(({ uri }) => next.registry.findResource(uri) !== undefined);
    if (taken !== undefined) throw configInvalid(`a resource has the URI "${taken.uri}" of a skill's file; give it another`);
  };
  checkEntries(runtime);
  return {
    checkEntries,
    methods: createSkillMethods(catalog),
    extensions: { [skillsExtension]: { directoryRead: true } },
    around: {
      methods: surroundResources(catalog),
      use: (pipeline) => {
        pipeline.admitSkill = async (reader, uri) => {
          if (pipeline.guardSkills === undefined) return;
          const { childrenOf, fileOf } = await catalogOf(runtime.model);
          const { skill } = fileOf.get(uri) ?? childrenOf.get(uri) ?? {};
          const unknown = (): Error => new ResourceNotFound(uri);
          if (skill === undefined) throw unknown();
          await pipeline.guardSkills.admit(skill, { ...reader, origin: 'client', unknown });
        };
      },
    },
    start: async () => {
      await catalogOf(runtime.model);
      return undefined;
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
