import { join } from 'node:path';
import type { BuildName, FidelityProject, Scenario } from '../project.ts';
import type { Built } from './build-project.ts';
import { startNodeProcess } from './node-process.ts';
import { fixedVariables, type RunningServer } from './running-server.ts';
import { startWorker } from './worker-process.ts';

/** By its address: a project of its own packages has none. */
const tsx = import.meta.resolve('tsx');

const workingFolder = ({ root, workingFolder: folder = '.' }: FidelityProject): string => join(root, folder);

const variablesOf = ({ variables }: Scenario): Readonly<Record<string, string>> => ({ ...fixedVariables, ...variables });

/** The project's entry, as `node --import tsx` runs it: the SDK's own start, with every feature. */
export function startUncompiled(given: FidelityProject, scenario: Scenario): Promise<RunningServer> {
  const project = { ...given, root: given.restatedAt ?? given.root };
  return startNodeProcess({
    args: ['--import', tsx, '--conditions=service-source', join(project.root, project.entry ?? 'src/main.ts')],
    cwd: workingFolder(project),
    variables: { ...variablesOf(scenario), TSX_TSCONFIG_PATH: join(project.root, 'tsconfig.json') },
  });
}

export interface BuiltRun {
  readonly project: FidelityProject;
  readonly scenario: Scenario;
  readonly build: BuildName;
  readonly built: Built;
}

/** A build, in its own runtime. A worker does not say where its endpoint is: `path` does. */
export function startBuild({ build, built, project, scenario }: BuiltRun, path: string): Promise<RunningServer> {
  const variables = variablesOf(scenario);
  return build === 'worker'
    ? startWorker({ bundle: built.bundle, platformFile: built.platformFile, variables, path })
    : startNodeProcess({ args: [built.bundle], cwd: workingFolder(project), variables });
}
