import { entriesOf } from '@service/sdk/model';
import type { CompileRequest } from '../compile-types.ts';
import { diagnose, type Diagnostic, DiagnosticCollector, hasErrors } from '../diagnostics/index.ts';
import type { CompiledModel } from '../model/compiled-model.ts';
import type { Span } from '../model/span.ts';
import type { AwaitingModule } from '../model/top-level-await.ts';
import type { VariableRead } from '../model/environment-sources.ts';
import { inFormat, sourceMapKind, type Target } from '../target.ts';
import { checkModel } from './check-model.ts';
import type { CheckedModel } from './rule.ts';
import { checkAuthPageFiles, checkWidgetFiles } from './rules/page-files.ts';

/** Findings and facts from the earlier phases. */
interface CheckedProject extends Pick<CheckedModel, 'envTemplate' | 'spanOfOption'> {
  /** Of phases 1 to 3. */
  readonly findings: readonly Diagnostic[];
  /** What the sources show; absent where they show no server. */
  readonly view: CheckedModel | undefined;
  /** The evaluated model, and what it is in other environments; absent where evaluation failed. */
  readonly completed: { readonly model: CompiledModel; readonly others: Parameters<typeof checkEnvironmentLists>[1] } | undefined;
  readonly evaluation:
    | {
        readonly diagnostics: readonly Diagnostic[];
        readonly environment?: readonly VariableRead[];
        readonly awaiting?: readonly AwaitingModule[];
      }
    | undefined;
}

/** All findings of phases 1 to 5: rules run over the evaluated model, or over what the sources alone show. */
export function checkProject(request: CompileRequest, project: CheckedProject, target?: Target): readonly Diagnostic[] {
  const { completed, envTemplate, evaluation, findings, spanOfOption, view } = project;
  const found = new DiagnosticCollector();
  found.add(...findings);
  if (target !== undefined) found.add(...checkFormat(request, target, evaluation?.awaiting), ...checkSourceMap(request, target));
  if (view === undefined) return found.diagnostics;
  if (completed === undefined) {
    found.add(...checkModel({ ...view, spanOfOption }, target, request.audit));
    // Errors in the sources usually make evaluation fail too, so its findings would repeat them, except those about options.
    const sound = !hasErrors(found.diagnostics);
    found.add(...(evaluation?.diagnostics ?? []).filter(({ code }) => sound || code === 'invalid-option'));
    return found.diagnostics;
  }
  const { model, others } = completed;
  found.add(...checkModel({ ...model, ...deployedAs(request), envTemplate, spanOfOption }, target, request.audit));
  const models = [model, ...others.map((other) => other.model)];
  const locationOf = spanOfOption ?? (() => undefined);
  found.add(...checkWidgetFiles(models, request.root, locationOf), ...checkAuthPageFiles(models, request.root, locationOf));
  // An option that has to be written out: other entries are listed for that reason alone.
  const isOpen = found.diagnostics.some(({ code }) => code === 'option-not-static');
  found.add(...(evaluation?.diagnostics ?? []));
  if (!isOpen) found.add(...checkEnvironmentLists(model, others, evaluation?.environment ?? []));
  if (!hasErrors(found.diagnostics)) for (const one of models) found.add(...(target?.check?.(one) ?? []));
  return found.diagnostics;
}

const deployedAs = ({ configHttpPath, variables }: CompileRequest) => ({
  configPath: variables['SERVICE_HTTP_ENTRY_PATH'] ?? configHttpPath,
  variables,
});

interface Other {
  readonly model: CompiledModel;
  readonly when: string;
  readonly span?: Span | undefined;
}

/** Reports entries that other environments add or omit: checks and contracts cover only those of the build's environment. */
function checkEnvironmentLists(
  model: CompiledModel,
  others: readonly Other[],
  environment: readonly VariableRead[],
): readonly Diagnostic[] {
  const own = namesOf(model);
  for (const { model: other, span: deciding, when } of others) {
    const theirs = namesOf(other);
    const different = [...own, ...theirs].filter((name) => own.has(name) !== theirs.has(name));
    if (different.length === 0) continue;
    const read = environment.find(({ name, span }) => span !== undefined && when.includes(`${name}=`));
    const span = deciding ?? read?.span ?? model.spans['server'];
    return [diagnose('environment-lists', { entries: different.slice(0, maxNames), when }, { span })];
  }
  return [];
}

const maxNames = 5;

const namesOf = ({ server }: CompiledModel): ReadonlySet<string> =>
  new Set(entriesOf(server).map(({ kind, listedName }) => `${kind} "${listedName}"`));

/** What a bundle of this target cannot hold, and `build.format` where it decides nothing. */
export function checkFormat(
  request: Pick<CompileRequest, 'build' | 'executable'>,
  target: Target,
  awaiting: readonly AwaitingModule[] = [],
): readonly Diagnostic[] {
  const { format } = inFormat(target, request).bundle;
  const wanted = request.build.format ?? format;
  const fixed = fixedBecause(target, request);
  return [
    ...(format === wanted ? [] : [diagnose('format-without-effect', { format: wanted, target: target.name, why: fixed ?? '' })]),
    ...(format === 'esm'
      ? []
      : awaiting.map(({ span, ...one }) => diagnose('top-level-await', { ...one, fixed }, span === undefined ? {} : { span }))),
  ];
}

/** Undefined where `build.format` decides. */
function fixedBecause({ archive, bundle, name }: Target, { executable }: Pick<CompileRequest, 'executable'>): string | undefined {
  if (archive !== undefined) return 'the bundle of an archive is CommonJS';
  if (bundle.mayBeModule !== true) return `its bundle is always ${bundle.format === 'esm' ? 'an ES module' : 'CommonJS'}`;
  return executable === true ? `the single executable of the target ${name} is CommonJS` : undefined;
}

/** `build.sourcemap` and `build.sourcesContent` where the output has no source map. */
export function checkSourceMap(request: Pick<CompileRequest, 'build' | 'executable'>, target: Target): readonly Diagnostic[] {
  const { sourcemap, sourcesContent } = request.build;
  if (sourceMapKind(target, request) !== 'none') return [];
  const isAsked = sourcemap !== undefined && sourcemap !== 'none';
  if (!isAsked && sourcesContent !== true) return [];
  const option = isAsked ? `build.sourcemap: '${sourcemap}'` : 'build.sourcesContent';
  return [diagnose('sourcemap-without-effect', { option, target: target.name, why: missingBecause(target, request) })];
}

function missingBecause({ archive, bundle }: Target, { build }: Pick<CompileRequest, 'build'>): string {
  if (build.sourcemap === 'none') return "`build.sourcemap` is 'none'";
  if (archive !== undefined) return 'archives hold no source map';
  return bundle.platform === 'node' ? 'single executables hold no source map' : 'workers have no source map';
}
