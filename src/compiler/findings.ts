import type { CompletedProject, ResolvedProject } from './3-resolve/index.ts';
import type { CheckedModel } from './5-check/index.ts';
import type { AnalysisResult, CompileRequest } from './compile-types.ts';
import { DiagnosticCollector, hasErrors, sortDiagnostics, type Diagnostic } from './diagnostics/index.ts';
import type { AnalysisSchedule, Evaluated } from './schedule.ts';
import type { Target } from './target.ts';

export type Findings = readonly Diagnostic[];

export const withFindings = <Result extends AnalysisResult>(result: Result, more: Findings): Result => ({
  ...result,
  diagnostics: sortDiagnostics([...result.diagnostics, ...more]),
});

/** What the phases before have found, and what they know of the server. */
interface CheckedProject extends Partial<CompletedProject> {
  /** Of the phases before evaluation. */
  readonly findings: Findings;
  readonly view: ResolvedProject['view'];
  readonly spanOfOption: ResolvedProject['spanOfOption'];
  readonly evaluation: Evaluated['evaluation'];
  readonly envTemplate: NonNullable<CheckedModel['envTemplate']>;
}

interface Checking {
  readonly checks: AnalysisSchedule['checks'];
  readonly request: CompileRequest;
  readonly target: Target | undefined;
}

/** Phase 5, over the evaluated model, or over what the sources alone show. */
export function checkProject({ checks, request, target }: Checking, project: CheckedProject): Findings {
  const { envTemplate, evaluation, findings, model, others = [], spanOfOption, view } = project;
  const found = new DiagnosticCollector();
  found.add(...findings);
  if (view === undefined) return found.diagnostics;
  if (model === undefined) {
    found.add(...checks.checkModel({ ...view, spanOfOption }, target, request.audit));
    // What the sources already show to be wrong is most often also what evaluation stumbles over; broken rules of options are not.
    const sound = !hasErrors(found.diagnostics);
    found.add(...(evaluation?.diagnostics ?? []).filter(({ code }) => sound || code === 'invalid-option'));
    return found.diagnostics;
  }
  found.add(...checks.checkModel({ ...model, ...deployedAs(request), envTemplate, spanOfOption }, target, request.audit));
  // An option that has to be written out: other entries are listed for that reason alone.
  const isOpen = found.diagnostics.some(({ code }) => code === 'option-not-static');
  found.add(...(evaluation?.diagnostics ?? []));
  if (!isOpen) found.add(...checks.checkEnvironmentLists(model, others, evaluation?.environment ?? []));
  return found.diagnostics;
}

const deployedAs = ({ configHttpPath, variables }: CompileRequest) => ({
  configPath: variables['SERVICE_HTTP_ENTRY_PATH'] ?? configHttpPath,
  variables,
});
