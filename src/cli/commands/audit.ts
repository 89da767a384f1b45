import { dirname, resolve } from 'node:path';
import { catalog, hasErrors, sortDiagnostics, type Diagnostic } from '../../compiler/diagnostics/index.ts';
import { analyse } from '../../compiler/index.ts';
import { CliError } from '../cli-error.ts';
import type { CommandCall, CommandOutcome } from '../command.ts';
import { compileRequest, openProject } from '../project/open-project.ts';
import { applyNamedChanges } from '../setup/file-change.ts';
import { printJson } from '../../std/texts.ts';
import { memberOf } from '@service/sdk/internal';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { withoutByteOrderMark } from '../../compiler/diagnostics/diagnostic.ts';
import { readWhole } from '../read-whole.ts';

const securityCodes: ReadonlySet<string> = new Set(
  Object.entries(catalog).flatMap(([code, row]) => ('security' in row && row.security === true ? [code] : [])),
);

/** `service audit`: the findings of sources and model that concern security, less the accepted ones. Exit 5 when one is left. */
export async function runAudit(call: CommandCall): Promise<CommandOutcome> {
  const evaluates = !call.flags.switch('no-evaluate');
  const project = await openProject(call, evaluates ? 'look' : 'skip');
  const file = call.flags.text('baseline') ?? 'service.audit.json';
  const known = await readBaseline(project.root, file);
  const progress = call.output.progress('Auditing');
  const request = compileRequest(project, project.deployments[0], { typeCheck: false, call });
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

/** One accepted finding. Lines are left out, so that a change above it does not bring it back. */
interface AcceptedFinding {
  readonly code: string;
  readonly file: string;
  readonly message: string;
  readonly fingerprint: string;
}

/** What a finding is known by: its code, file and text. */
function fingerprintOf({ code, message, span }: Diagnostic): string {
  return createHash('sha256')
    .update(JSON.stringify([code, span?.file ?? '', message]))
    .digest('hex')
    .slice(0, 32);
}

/**
 * The fingerprints of a baseline file; undefined when there is no such file.
 * @throws {CliError} exit 2 for a file that is not a baseline: findings are never dropped by accident
 */
async function readBaseline(cwd: string, file: string): Promise<ReadonlySet<string> | undefined> {
  const path = resolve(cwd, file);
  if (!existsSync(path)) return undefined;
  const text = await readWhole(path, { refuse: (why) => notABaseline(file, `it ${why}`) });
  const known = fingerprintsIn(text.toString());
  if (known === undefined) throw notABaseline(file, 'it holds no list `accepted` of findings');
  return new Set(known);
}

function printBaseline(findings: readonly Diagnostic[]): string {
  const accepted = findings
    .map((finding): AcceptedFinding => {
      const { code, message, span } = finding;
      return { code, file: span?.file ?? '', message, fingerprint: fingerprintOf(finding) };
    })
    .sort((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1));
  return printJson({ schemaVersion: 1, accepted });
}

function fingerprintsIn(text: string): readonly string[] | undefined {
  let read: unknown;
  try {
    read = JSON.parse(withoutByteOrderMark(text));
  } catch {
    return undefined;
  }
  const accepted = memberOf(read, 'accepted');
  if (!Array.isArray(accepted)) return undefined;
  const fingerprints = accepted.map((item: unknown) =>
    typeof item === 'object' && item !== null && 'fingerprint' in item && typeof item.fingerprint === 'string'
      ? item.fingerprint
      : undefined,
  );
  return fingerprints.every((fingerprint) => fingerprint !== undefined) ? fingerprints : undefined;
}

const notABaseline = (file: string, reason: string): CliError =>
  new CliError({
    code: 'bad-baseline',
    message: `${file} is not a baseline of this command: ${reason}`,
    hint: 'Make it again with `service audit --write-baseline`',
    exit: 'usage',
  });
