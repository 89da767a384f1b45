/*
 * Phase 4: the definitions are bundled once and loaded in a process of their own, with a deadline, no secrets and no way to act on the
 * world. What comes back is the run time's own view of the server; every failure is a finding at its place, never a guess.
 */
import { relative, sep } from 'node:path';
import { type Diagnostic, diagnose } from '../diagnostics/index.ts';
import type { ServerModel } from '@service/sdk/model';
import type { EvaluatedSite } from '../model/evaluated-schemas.ts';
import type { Span } from '../model/span.ts';
import { chainTo, findZod } from '../bundling/index.ts';
import { bundleDefinitions, startBundler, type DefinitionsBundle, type DefinitionsRequest } from './bundle-definitions.ts';
import type { ChildReport, ThrownError } from './child-report.ts';
import { faultFindings } from './model-faults.ts';
import { type ChildRequest, runChild, startChild, type StartedChild } from './run-child.ts';
import { findSourcePosition } from './source-position.ts';

export { startBundler } from './bundle-definitions.ts';

export interface EvaluationRequest extends DefinitionsRequest {
  /** Milliseconds. */
  readonly timeoutMs: number;
  /** Where an entry was declared, by its id; for failures that belong to an entry and not to a line. */
  readonly spans: Readonly<Record<string, Span>>;
  /** Where an option is written, by the name of its declaration in messages and its path. */
  readonly spanOfOption: (label: string, path: string) => Span | undefined;
  readonly signal?: AbortSignal;
}

export interface Evaluation {
  readonly server?: ServerModel;
  /** What a start says about options that have no effect. */
  readonly warnings?: readonly string[];
  /** What became of the schemas that were asked for. */
  readonly sites?: readonly EvaluatedSite[];
  readonly diagnostics: readonly Diagnostic[];
  /** Absolute paths of everything that was read. */
  readonly inputs: readonly string[];
}

export interface RunningEvaluation {
  /**
   * Until then the bundler asks this thread for every file of the project, and whoever keeps it busy keeps the evaluation waiting.
   * Never rejects.
   */
  readonly handedOver: Promise<void>;
  readonly ended: Promise<Evaluation>;
}

/** The processes of one evaluation, started before it is known what to evaluate. Whoever starts it also stops it. */
export interface Evaluator {
  evaluate(request: EvaluationRequest): RunningEvaluation;
  stop(): void;
}

/** Starts Node and the bundler's own process: both are ready by the time the sources have been read in this one. */
export function startEvaluator(root: string): Evaluator {
  const children: StartedChild[] = [];
  const start = (first: readonly string[]): StartedChild => {
    const child = startChild(root, first);
    children.push(child);
    return child;
  };
  // zod does nothing but define classes, so it needs no guard. What is wrong with it is said by a child that loads it with the definitions.
  const zod = findZod(root);
  const child = start(zod);
  startBundler();
  return {
    evaluate: (request) => startEvaluation({ child, ...(zod.length === 0 ? {} : { fresh: () => start([]) }) }, request),
    stop: () => children.forEach((one) => void one.process.kill('SIGKILL')),
  };
}

interface Children {
  readonly child: StartedChild;
  /** Another one, which has loaded nothing yet; absent where the first one has not either. */
  readonly fresh?: () => StartedChild;
}

function startEvaluation(children: Children, request: EvaluationRequest): RunningEvaluation {
  let handOver = (): void => undefined;
  const handedOver = new Promise<void>((resolve) => void (handOver = resolve));
  return { handedOver, ended: evaluateIn(children, request, handOver).finally(handOver) };
}

async function evaluateIn({ child, fresh }: Children, request: EvaluationRequest, onTaken: () => void): Promise<Evaluation> {
  const bundle = await bundleDefinitions(request);
  if (!('code' in bundle)) return { diagnostics: bundle, inputs: [] };
  const first = await runBundle(bundle.code, request, { child, onTaken });
  const again = first.kind === 'died' ? fresh?.() : undefined;
  const report = again === undefined ? first : await runBundle(bundle.code, request, { child: again, onTaken });
  if (report.kind === 'model')
    return {
      ...(await withSkillFolders(report.server, request, [...bundle.inputs, ...report.loaded])),
      sites: report.sites,
      warnings: report.warnings,
    };
  const unbuilt = report.kind === 'threw' ? unbuiltPackage(report.error, bundle, request) : undefined;
  if (unbuilt !== undefined) return { diagnostics: [unbuilt], inputs: bundle.inputs };
  // The same bundle with a map: only a failure needs one.
  const mapped = await bundleDefinitions(request, { withMap: true });
  const map = 'code' in mapped ? mapped.map : '';
  const at = (stack: string): Span | undefined => findSourcePosition(request.root, map, stack) ?? request.spans['server'];
  return { diagnostics: findingsOf(report, request, at), inputs: bundle.inputs };
}

/** The error of a native package that was never built for this platform, said as what it is. */
function unbuiltPackage(
  { message, stack }: ThrownError,
  bundle: DefinitionsBundle,
  { entry, root }: EvaluationRequest,
): Diagnostic | undefined {
  const one = bundle.folders.unbuilt().find(({ folder }) => message.includes(folder + sep) || stack.includes(folder + sep));
  if (one === undefined) return undefined;
  const chain = chainTo(entry.file, one.folder + sep, bundle.imports());
  const shown = chain.map((file) => relative(root, file).split(sep).join('/'));
  return diagnose('native-addon-missing', { name: one.name, chain: shown.join(' → '), system: `${process.platform}-${process.arch}` });
}

/** Folders are read here, where there are files: neither the evaluated definitions nor a bundle may need them. */
async function withSkillFolders(server: ServerModel, request: EvaluationRequest, inputs: readonly string[]): Promise<Evaluation> {
  if (server.skills?.some(({ folder }) => folder !== undefined) !== true) return { server, diagnostics: [], inputs };
  // Its YAML reader costs every check its load time, so only those who have skill folders load it.
  const { readSkills } = await import('./read-skills.ts');
  const { diagnostics, inputs: read, skills } = readSkills(server.skills, request);
  const all = [...inputs, ...read];
  if (diagnostics.length > 0) return { diagnostics, inputs: all };
  return { server: { ...server, skills }, diagnostics, inputs: all };
}

type Failure = Exclude<ChildReport, { kind: 'model' }> | { readonly kind: 'timeout' } | { readonly kind: 'died'; readonly how: string };

async function runBundle(
  code: string,
  { timeoutMs, signal }: EvaluationRequest,
  { child, onTaken }: Required<Pick<ChildRequest, 'child' | 'onTaken'>>,
): Promise<Failure | Extract<ChildReport, { kind: 'model' }>> {
  const end = await runChild(code, { child, timeoutMs, onTaken, ...(signal === undefined ? {} : { signal }) });
  return end.kind === 'reported' ? parseReport(end.text) : end;
}

/** Our own child wrote the text. */
const parseReport = (text: string): ChildReport => JSON.parse(text) as ChildReport;

function findingsOf(failure: Failure, request: EvaluationRequest, at: (stack: string) => Span | undefined): Diagnostic[] {
  switch (failure.kind) {
    case 'timeout':
      return [diagnose('evaluation-timeout', { milliseconds: request.timeoutMs }, placed(request.spans['server']))];
    case 'died':
      return [diagnose('evaluation-threw', { text: `the process ended early (${failure.how})` }, placed(request.spans['server']))];
    case 'refused':
      return failure.act === 'listen'
        ? [diagnose('evaluation-opened-port', { address: failure.what }, placed(at(failure.stack)))]
        : [diagnose('evaluation-threw', { text: failure.what }, placed(at(failure.stack)))];
    case 'threw': {
      const { code, name, message, stack } = failure.error;
      if (failure.during === 'model' && code !== undefined) return faultFindings(message, request);
      return [diagnose('evaluation-threw', { text: name === 'Error' ? message : `${name}: ${message}` }, placed(at(stack)))];
    }
  }
}

const placed = (span: Span | undefined): { span?: Span } => (span === undefined ? {} : { span });
