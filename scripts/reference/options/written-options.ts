import { Project } from 'ts-morph';
import { declarationsOf } from './read-shape.ts';
import { readOptions, type Roots } from './read-options.ts';

/** The interfaces that are read, for each decorator. */
const roots: Roots = {
  service: [
    ['ServerMetadata'],
    ['RefusedServerOptions'],
    ['RefusedTaskOptions', 'tasks'],
    ['RefusedSkillsCacheOptions', 'skillsConfig.cache'],
  ],
  app: [['AppMetadata'], ['RefusedAppOptions']],
  tool: [['ToolMetadata']],
  resource: [['ResourceMetadata']],
  'resource-template': [['ResourceTemplateMetadata']],
  prompt: [['PromptMetadata']],
  plugin: [['PluginMetadata']],
  provider: [['ProviderMetadata']],
  adapter: [['AdapterMetadata']],
  skill: [['SkillMetadata']],
};

/** The options of this repository, read from the types that users write them in. */
export function writtenOptions(root: string) {
  const project = new Project({ skipLoadingLibFiles: true, skipFileDependencyResolution: true });
  const sources = project.addSourceFilesAtPaths([`${root}/src/runtime/{define,model}/*.ts`, `!${root}/src/runtime/**/*.test.ts`]);
  return readOptions(roots, declarationsOf(sources));
}
