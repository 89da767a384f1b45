import { table, type Paint } from '@service/sdk/terminal';
import { proposeVersion, type ContractChange, type VersionProposal } from '../../compiler/contract/index.ts';
import { printGithub, printSarif, type Diagnostic } from '../../compiler/diagnostics/index.ts';

export interface ContractReport {
  readonly from: string;
  readonly changes: readonly ContractChange[];
  readonly counts: Readonly<Record<ContractChange['kind'], number>>;
  readonly version: VersionProposal;
}

/** @param from what the server is compared with */
export function contractReport(
  from: string,
  changes: readonly ContractChange[],
  versions: { readonly from: string; readonly now: string },
): ContractReport {
  const count = (kind: ContractChange['kind']): number => changes.filter((change) => change.kind === kind).length;
  const counts = { breaking: count('breaking'), added: count('added'), compatible: count('compatible'), wording: count('wording') };
  return { from, changes, counts, version: proposeVersion(changes, versions) };
}

const colours = { breaking: 'red', added: 'green', compatible: 'green', wording: 'dim' } as const;

/** A line a change, then the counts and the version. */
export function printChanges({ from, changes, counts, version }: ContractReport, paint: Paint): string {
  if (changes.length === 0) return `The contract is that of ${from}.`;
  const lines = table(changes.map(({ kind, of, name, message }) => [kind, `${of} ${name}`, message])).split('\n');
  const coloured = lines.map((line, index) => {
    const { kind } = changes[index] ?? { kind: 'wording' };
    return paint(colours[kind], kind) + line.slice(kind.length);
  });
  const said = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`);
  return [...coloured, '', `${said.join(', ')} since ${from}`, printVersion(version)].join('\n');
}

function printVersion({ from, now, proposed, sufficient }: VersionProposal): string {
  return sufficient
    ? `Version ${now} says so (at least ${proposed} after ${from}).`
    : `Version ${now} does not say so: ${from} -> ${proposed}.`;
}

/** For code scanning: each breaking change at its declaration, or at the server where the declaration is gone. */
export function changesAsSarif(report: ContractReport, place: (change: ContractChange) => Diagnostic['span'], toolVersion: string): string {
  const breaking = report.changes.filter(({ kind }) => kind === 'breaking');
  const findings = breaking.map((change): Diagnostic => {
    const span = place(change);
    return {
      code: 'contract-breaking',
      severity: 'error',
      message: `${change.of} ${change.name}: ${change.message}`,
      hint: printVersion(report.version),
      span,
    };
  });
  return printSarif(findings, toolVersion);
}

/** Annotations of a pull request: an error for what breaks clients, a notice for the rest. */
export function annotateChanges(report: ContractReport, place: (change: ContractChange) => Diagnostic['span']): string {
  const annotations = report.changes.map((change) => ({
    code: `contract: ${change.kind}`,
    severity: change.kind === 'breaking' ? ('error' as const) : ('notice' as const),
    message: `${change.of} ${change.name}: ${change.message}`,
    span: place(change),
  }));
  const { sufficient } = report.version;
  const version = {
    code: 'contract: version',
    severity: sufficient ? 'notice' : 'warning',
    message: printVersion(report.version),
  } as const;
  return printGithub(report.changes.length === 0 ? [] : [...annotations, version]);
}
