import { mayChange, type ServerModel, type SkillModel, unusedAlwaysLoad } from '../model/index.ts';
import { type EntrySnapshot, missingAxes } from '../entries/index.ts';
import { configInvalid, ResourceNotFound } from '../errors/index.ts';
import {
  type Catalog,
  createSkillCatalog,
  createSkillMethods,
  type SkillCatalog,
  skillFiles,
  skillIndexUri,
  skillsExtension,
  surroundResources,
} from '../mcp/skills/skill-catalog.ts';
import { createSessionSkillMethods } from '../mcp/skills/session-skill-methods.ts';
import { extendSessions, injectSkills, withInstructions } from '../mcp/skills/skill-instructions.ts';
import { byPriority, isServedTo, SkillLibrary } from '../mcp/skills/skill-library.ts';
import { skillTexts, usableIndex } from '../search/index.ts';
import { defineFeature, type FeatureInput, type FeatureOutput } from './application/define-feature.ts';
import type { Feature } from './application/feature.ts';

/** Skills and their files: extension `io.modelcontextprotocol/skills` (SEP-2640), and methods for clients of before. */
export const skills = defineFeature('skills', (parts): FeatureOutput<'skills'> => {
  const { environment, model, declared } = parts.runtime;
  const config = declared.skillsConfig ?? {};
  const servedOf = ({ skills: all = [] }: ServerModel): readonly SkillModel[] =>
    all.filter(({ availableWhen }) => missingAxes(availableWhen, environment).length === 0);
  if (config.enabled === false || (servedOf(model).length === 0 && !mayChange(model))) return {};
  const library = new SkillLibrary({
    servedOf: remembered(servedOf),
    scoring: config.scoring ?? 'bm25',
    embed: config.embed,
    openKept: parts.keptSkillIndex,
  });
  const check = (next: Pick<EntrySnapshot, 'model' | 'registry'>): void => checkSkills(servedOf(next.model), next, parts);
  check(parts.runtime);
  const record = parts.skillAudit ?? (() => undefined);
  const overMcp = (of: ServerModel): readonly SkillModel[] => servedOf(of).filter(isServedTo('mcp')).toSorted(byPriority);
  const servesFiles = config.mcpResources !== false;
  const instructionsOf = injectSkills(overMcp, config);
  const files = servesFiles ? serveFiles(overMcp, parts) : {};
  const methods = createSessionSkillMethods({ library, record, servesFiles });
  // Without sessions the extension has a list of its own.
  const { 'skills/list': _list, ...further } = methods;
  const extend = (): void => extendSessions(parts.mcp, instructionsOf, methods);
  return {
    checkEntries: check,
    entriesChanged: extend,
    provides: { skillLibrary: library },
    ...files,
    methods: { ...further, ...files.methods },
    around: { ...files.around, methods: { ...files.around?.methods, 'server/discover': withInstructions(instructionsOf) } },
    start: async () => {
      const kept = await usableIndex(parts.runtime.assembled.keptIndexes.skills, (model.skills ?? []).map(skillTexts), parts.logger);
      if (kept !== undefined) library.keep(model, kept);
      extend();
      return files.start?.();
    },
  };
});

/** One list for each model, so that its skills are the same objects for every request. */
function remembered(servedOf: (model: ServerModel) => readonly SkillModel[]): typeof servedOf {
  const known = new WeakMap<ServerModel, readonly SkillModel[]>();
  return (model) => {
    const served = known.get(model) ?? servedOf(model);
    known.set(model, served);
    return served;
  };
}

/** Skills as resources, and the methods of SEP-2640. */
function serveFiles(overMcp: (model: ServerModel) => readonly SkillModel[], { runtime, skillAudit }: FeatureInput<'skills'>): Feature {
  const made = new WeakMap<ServerModel, Promise<SkillCatalog>>();
  const catalogOf = (of: ServerModel): Promise<SkillCatalog> => {
    const known = made.get(of) ?? createSkillCatalog(overMcp(of));
    made.set(of, known);
    return known;
  };
  const catalog: Catalog = ({ server }) => catalogOf(server.runtime.model);
  return {
    methods: createSkillMethods(catalog, skillAudit),
    extensions: { [skillsExtension]: { directoryRead: true } },
    around: {
      methods: surroundResources(catalog, skillAudit),
      use: (pipeline) => {
        pipeline.admitSkill = async (reader, uri) => {
          if (pipeline.guardSkills === undefined || uri === skillIndexUri) return;
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
}

/** @throws {ServiceError} CONFIG_INVALID for skills that cannot be served, or miss a tool that they must have */
function checkSkills(
  served: readonly SkillModel[],
  { registry }: Pick<EntrySnapshot, 'registry'>,
  { logger, runtime }: Pick<FeatureInput<'skills'>, 'logger' | 'runtime'>,
): void {
  checkFiles(served);
  for (const skill of served) {
    const unused = unusedAlwaysLoad(skill, runtime.declared.skillsConfig?.injectInstructions);
    if (unused !== undefined) logger.warn(`skill "${skill.name}": "alwaysLoad" has no effect here: ${unused}`);
  }
  const taken = served.flatMap(skillFiles).find(({ uri }) => registry.findResource(uri) !== undefined);
  if (taken !== undefined) throw configInvalid(`a resource has the URI "${taken.uri}" of a skill's file; give it another`);
  for (const { name, toolValidation = 'warn', tools = [] } of served) {
    const missing = tools.filter((tool) => toolValidation !== 'ignore' && registry.findTool(tool.name) === undefined);
    if (missing.length === 0) continue;
    const problem = `skill "${name}" names tools that do not exist: ${missing.map((tool) => tool.name).join(', ')}`;
    if (toolValidation === 'strict') throw configInvalid(problem);
    logger.warn(problem);
  }
}

/** A bundle has no files beside it, and this part of the server reads none: folders are read by the build. */
function checkFiles(served: readonly SkillModel[]): void {
  const unread = served.find((skill) => skill.files.length === 0);
  if (unread === undefined) return;
  const what = unread.folder === undefined ? `what the skill "${unread.name}" is made of` : `the skill folder "${unread.folder}"`;
  throw configInvalid(`${what} is read by the build: run the project with "service dev" or "service build"`);
}
