import { pageOf, table, type PaintedPage } from '@service/sdk/terminal';
import type { JsonObject } from '@service/sdk/model';
import { analyse, type AnalysisResult } from '../../compiler/index.ts';
import type { Project } from '../../config/load-project.ts';
import { CliError } from '../cli-error.ts';
import type { CommandCall, CommandOutcome } from '../command.ts';
import { checkKeys, checkNode, checkPackageManager, checkPort, checkSecrets } from '../doctor/check-machine.ts';
import { checkWorker } from '../doctor/check-worker.ts';
import { checkClients } from '../doctor/check-clients.ts';
import { checkNative, checkVersions } from '../doctor/check-dependencies.ts';
import { checkPublicUrl } from '../doctor/check-public-url.ts';
import { checkRegistry } from '../doctor/check-registry.ts';
import { checkSocket, checkStore } from '../doctor/check-store.ts';
import { checkIgnored, checkManifest, checkOutput, checkPackages, checkSources, checkTsconfig } from '../doctor/check-project.ts';
import { fail, pass, warn, type DoctorCheck, type Examined, type Finding } from '../doctor/doctor-check.ts';
import { compileRequest, openProject } from '../project/open-project.ts';

/** In the order in which one problem causes the next. */
const machineChecks: readonly DoctorCheck[] = [checkNode, checkPackageManager];
const projectChecks: readonly DoctorCheck[] = [
  checkManifest,
  checkPackages,
  checkVersions,
  checkNative,
  checkTsconfig,
  checkSources,
  checkOutput,
  checkIgnored,
  checkPort,
  checkSocket,
  checkSecrets,
  checkKeys,
  checkStore,
  checkWorker,
  checkPublicUrl,
  checkRegistry,
  checkClients,
];

/** `service doctor`: what keeps this project from working on this machine, each with a fix. Exit 5 when something fails. */
export async function runDoctor(call: CommandCall): Promise<CommandOutcome> {
  const { examined, findings: ofConfig } = await examineConfig(call);
  const fixed: string[] = [];
  const checks = examined.project === undefined ? machineChecks : [...machineChecks, ...projectChecks];
  const findings: Finding[] = [...ofConfig];
  const progress = call.output.progress('Examining');
  try {
    for (const check of checks) {
      call.signal.throwIfAborted();
      const found = await check(examined);
      const repaired = call.flags.switch('fix') ? await repair(found) : [];
      fixed.push(...repaired);
      findings.push(...(repaired.length > 0 ? await check(examined) : found));
    }
  } finally {
    progress.done();
  }
  const count = (status: Finding['status']): number => findings.filter((finding) => finding.status === status).length;
  const counts = { pass: count('pass'), warn: count('warn'), fail: count('fail') };
  return {
    exit: counts.fail > 0 ? 'checkFailed' : 'ok',
    data: { checks: findings.map(findingJson), counts, fixed },
    text: printFindings(findings, { fixed, counts, ...pageOf(call.output.stdout) }),
  };
}

/** A configuration that cannot be read is the first finding; what needs it is left out then. */
async function examineConfig(call: CommandCall): Promise<{ readonly examined: Examined; readonly findings: readonly Finding[] }> {
  try {
    const project = await openProject(call, 'look');
    const says = project.configFile ?? `derived from ${project.root}/package.json`;
    const finding =
      project.warnings.length === 0
        ? pass('config', says)
        : warn(
            'config',
            `${says}: ${project.warnings[0]?.message ?? ''}`,
            'Remove settings without effect, or keep them for a later version',
          );
    return { examined: { call, root: project.root, project, analysis: readOnce(project, call) }, findings: [finding] };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    const findings = error.diagnostics.map(({ message, hint, suggestion, code }) =>
      fail('config', message, suggestion === undefined ? (hint ?? `service explain ${code}`) : `Did you mean \`${suggestion}\`?`),
    );
    return { examined: { call, root: call.cwd, analysis: () => Promise.resolve(undefined) }, findings };
  }
}

function readOnce(project: Project, call: CommandCall): Examined['analysis'] {
  let read: Promise<AnalysisResult> | undefined;
  return () => (read ??= analyse(compileRequest(project, project.deployments[0], { typeCheck: false, call })));
}

const findingJson = ({ name, status, says, fix }: Finding): JsonObject => ({ name, status, says, fix });

async function repair(findings: readonly Finding[]): Promise<readonly string[]> {
  const changed: string[] = [];
  for (const finding of findings) changed.push(...((await finding.repair?.()) ?? []));
  return changed;
}

interface Summary extends PaintedPage {
  readonly fixed: readonly string[];
  readonly counts: Readonly<Record<Finding['status'], number>>;
}

function printFindings(findings: readonly Finding[], { fixed, counts, paint, width }: Summary): string {
  const colours = { pass: 'green', warn: 'yellow', fail: 'red' } as const;
  const rows = findings.flatMap(({ name, status, says, fix }) => [
    [paint(colours[status], status), name, says],
    ...(fix === undefined ? [] : [['', '', fix]]),
  ]);
  const lines = table(rows, width);
  const repaired = fixed.length === 0 ? [] : ['', `Fixed: ${fixed.join(', ')}`];
  return [lines, ...repaired, '', `${counts.pass} pass, ${counts.warn} warn, ${counts.fail} fail`].join('\n');
}
