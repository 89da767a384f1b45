import { Project } from 'ts-morph';
import { declarationsOf } from '../options/read-shape.ts';
import { SettingReader } from './read-settings.ts';

/** The settings of this repository, read from the types that users write them in, by the names of their constants. */
export function writtenSettings(root: string) {
  const project = new Project({ skipLoadingLibFiles: true, skipFileDependencyResolution: true });
  const sources = project.addSourceFilesAtPaths(`${root}/src/config/{service,deployment}-config.ts`);
  const reader = new SettingReader(declarationsOf(sources));
  const named = {
    serverSettings: reader.fieldsNamed('DeploymentServer'),
    commonSettings: reader.fieldsNamed('CommonDeployment'),
    servedSettings: reader.fieldsNamed('ServedDeployment'),
    mcpbSettings: reader.fieldsNamed('McpbDeployment'),
    settings: reader.fieldsNamed('ServiceConfig'),
  };
  return { named, faults: [...new Set(reader.faults)] };
}
