import { dirname, resolve } from 'node:path';
import { catalog, hasErrors, sortDiagnostics } from '../../compiler/diagnostics/index.ts';
import type { Diagnostic } from '../../compiler/diagnostics/index.ts';
import { analyse } from '../../compiler/index.ts';
import { fingerprintOf, printBaseline, readBaseline } from '../audit/baseline.ts';
import { CliError } from '../cli-error.ts';
import type { CommandCall, CommandOutcome } from '../command.ts';
import { compileRequest, openProject } from '../project/open-project.ts';
import { applyNamedChanges } from '../setup/file-change.ts';

const securityCodes: ReadonlySet<string> = new Set(
  Object.entries(catalog).flatMap(([code, row]) => ('security' in row && row.security === true ? [code] : [])),
);

/** `service audit`: the findings of sources and model that concern security, less the accepted ones. Exit 5 when one is left. */
export async function runAudit(call: CommandCall): Promise<CommandOutcome> {
  const evaluates = !call.flags.switch('no-evaluate');
  const project = await openProject(call, evaluates ? 'look' : 'skip');
  const [deployment] = project.deployments;
  if (deployment === undefined) throw new Error('a project without deployments');
  const file = call.flags.text('baseline') ?? 'service.audit.json';
  const known = await readBaseline(project.root, file);
  const progress = call.output.progress('Auditing');
  const request = compileRequest(project, deployment, { typeCheck: false, call });
  const result = await analyse({ ...request, audit: true, evaluate: evaluates }).finally(() => progress.done());
  const at = { projectRoot: project.root };
  const sources = new Map([...project.sources, ...result.sources]);
  const findings = result.diagnostics.filter(({ code }) => securityCodes.has(code));
  const broken = result.diagnostics.filter((diagnostic) => diagnostic.severity === 'error' && !securityCodes.has(diagnostic.code));
  // A server that cannot be read whole cannot be cleared.
  if (evaluates && result.model === undefined && findings.length === 0)
    return { exit: 'failure', data: null, diagnostics: sortDiagnostics([...project.warnings, ...broken]), sources, ...at };
  if (call.flags.switch('write-baseline')) return writeBaseline(findings, { root: project.root, file, existed: known !== undefined });
  const left = findings.filter((finding) => known?.has(fingerprintOf(finding)) !== true);
  const seen = new Set(findings.map(fingerprintOf));
  const data = {
    findings: left.map((finding) => ({ code: finding.code, fingerprint: fingerprintOf(finding) })),
    accepted: findings.length - left.length,
    stale: [...(known ?? [])].filter((fingerprint) => !seen.has(fingerprint)).length,
  };
  return {
    exit: broken.length > 0 || hasErrors(left) ? 'failure' : left.length > 0 ? 'checkFailed' : 'ok',
    data,
    diagnostics: sortDiagnostics([...broken, ...left]),
    sources,
    ...at,
    text: evaluates
      ? printSummary(data, file)
      : `${printSummary(data, file)} Nothing was evaluated: what only the definitions tell was not looked at.`,
  };
}

function printSummary(
  { accepted, findings, stale }: { accepted: number; findings: readonly object[]; stale: number },
  file: string,
): string {
  const first = findings.length === 0 ? 'No finding.' : `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}.`;
  const more = [
    ...(accepted > 0 ? [`${accepted} accepted in ${file}.`] : []),
    ...(stale > 0 ? [`${stale} in ${file} no longer found: write it again with --write-baseline.`] : []),
  ];
  return [first, ...more].join(' ');
}

async function writeBaseline(
  findings: readonly Diagnostic[],
  at: { readonly root: string; readonly file: string; readonly existed: boolean },
): Promise<CommandOutcome> {
  if (hasErrors(findings))
    throw new CliError({
      code: 'not-acceptable',
      message: 'An error cannot be accepted: a secret in the source stays one',
      hint: 'Correct the errors that `service audit` shows, then write the baseline',
      exit: 'checkFailed',
    });
  await applyNamedChanges(at.root, dirname(resolve(at.root, at.file)), [{ path: at.file, after: printBaseline(findings) }]);
  return { exit: 'ok', data: { accepted: findings.length, file: at.file }, text: `${findings.length} findings accepted in ${at.file}.` };
}
