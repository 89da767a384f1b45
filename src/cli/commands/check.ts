import { analyse, checkFormat, loadAhead, type AnalysisResult } from '../../compiler/index.ts';
import { hasErrors, sortDiagnostics, type Diagnostic } from '../../compiler/diagnostics/index.ts';
import type { CommandCall, CommandOutcome } from '../command.ts';
import { setBundlerMemory } from '../project/bundler-memory.ts';
import { compileRequest, openProject, targetOf } from '../project/open-project.ts';
import { wantsExecutable } from '../project/executable-flag.ts';
import { countEntries } from '../project/count-entries.ts';

/** `service check`: every finding of the sources and of each target that is deployed; writes nothing. */
export async function runCheck(call: CommandCall): Promise<CommandOutcome> {
  setBundlerMemory(call.env);
  void loadAhead();
  const project = await openProject(call);
  const progress = call.output.progress('Checking');
  const result = await analyse(
    compileRequest(project, project.deployments[0], { typeCheck: !call.flags.switch('no-types'), call }),
  ).finally(() => progress.done());
  const ofTargets: Diagnostic[] = [];
  for (const deployment of project.deployments) {
    const target = await targetOf(deployment);
    const executable = target.executable !== undefined && wantsExecutable(deployment, call);
    ofTargets.push(...checkFormat({ build: project.build, executable }, target, result.awaiting));
    if (result.model !== undefined) ofTargets.push(...(target.check?.(result.model) ?? []));
  }
  const diagnostics = sortDiagnostics([...project.warnings, ...result.diagnostics, ...ofTargets]);
  const failed = hasErrors(diagnostics);
  const counts = result.model === undefined ? undefined : countEntries(result.model);
  const data = {
    targets: project.deployments.map((deployment) => deployment.target),
    entries: counts?.data ?? null,
    environment: readVariables(result).map((one) => ({ ...one })),
  };
  return {
    exit: failed ? 'failure' : 'ok',
    data,
    diagnostics,
    projectRoot: project.root,
    sources: new Map([...project.sources, ...result.sources]),
    text: failed
      ? undefined
      : `${counts?.text ?? 'Nothing'} checked for ${data.targets.join(', ')}: no error.${printUnset(data.environment)}`,
  };
}

/** Variables that the project's files read while they were loaded. */
const readVariables = ({ environment = [] }: AnalysisResult): readonly ReadVariable[] =>
  environment.flatMap(({ isSet, name, span }) => (span === undefined ? [] : [{ name, isSet, file: span.file, line: span.line }]));

type ReadVariable = { readonly name: string; readonly isSet: boolean; readonly file: string; readonly line: number };

/** Not a finding: most servers read some, and a start has them. */
function printUnset(read: readonly ReadVariable[]): string {
  const unset = read.filter(({ isSet }) => !isSet).map(({ file, line, name }) => `${name} (${file}:${line})`);
  return unset.length === 0 ? '' : `\nRead while loading, and not set for this build: ${unset.join(', ')}.`;
}
