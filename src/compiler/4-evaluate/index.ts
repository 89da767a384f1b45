/*
 * Phase 4: the definitions are bundled once and loaded in a process of their own, with a deadline, no secrets and no way to act on the
 * world. What comes back is the run time's own view of the server; every failure is a finding at its place, never a guess.
 */
import { execa } from 'execa';
import { type Diagnostic, diagnose } from '../diagnostics/index.ts';
import type { ServerModel } from '@service/sdk/model';
import type { Span } from '../model/span.ts';
import { bundleDefinitions, type DefinitionsRequest } from './bundle-definitions.ts';
import type { ChildReport } from './child-report.ts';
import { faultFindings } from './model-faults.ts';
import { findSourcePosition } from './source-position.ts';

export interface EvaluationRequest extends DefinitionsRequest {
  /** Milliseconds. */
  readonly timeoutMs: number;
  /** Where an entry was declared, by its id; for failures that belong to an entry and not to a line. */
  readonly spans: Readonly<Record<string, Span>>;
  readonly signal?: AbortSignal;
}

export interface Evaluation {
  readonly server?: ServerModel;
  readonly diagnostics: readonly Diagnostic[];
  /** Absolute paths of everything that was read. */
  readonly inputs: readonly string[];
}

export async function evaluateDefinitions(request: EvaluationRequest): Promise<Evaluation> {
  const bundle = await bundleDefinitions(request);
  if (!('code' in bundle)) return { diagnostics: bundle, inputs: [] };
  const report = await runBundle(bundle.code, request);
  if (report.kind === 'model') return { server: report.server, diagnostics: [], inputs: bundle.inputs };
  const at = (stack: string): Span | undefined => findSourcePosition(request.root, bundle.map, stack) ?? request.spans['server'];
  return { diagnostics: findingsOf(report, request, at), inputs: bundle.inputs };
}

type Failure = Exclude<ChildReport, { kind: 'model' }> | { readonly kind: 'timeout' } | { readonly kind: 'died'; readonly how: string };

async function runBundle(code: string, request: EvaluationRequest): Promise<Failure | Extract<ChildReport, { kind: 'model' }>> {
  const result = await execa(process.execPath, ['--no-warnings', '-'], {
    cwd: request.root,
    input: code,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    // A secret of the build machine must not end in a bundle, nor an answer depend on its environment.
    env: {},
    extendEnv: false,
    timeout: request.timeoutMs,
    killSignal: 'SIGKILL',
    reject: false,
    maxBuffer: 64 * 1024 * 1024,
    ...(request.signal === undefined ? {} : { cancelSignal: request.signal }),
  });
  request.signal?.throwIfAborted();
  if (result.timedOut) return { kind: 'timeout' };
  const text: unknown = result.stdio[3];
  if (typeof text === 'string' && text !== '') return parseReport(text);
  const how = result.signal === undefined ? `exit code ${result.exitCode ?? 'unknown'}` : result.signal;
  return { kind: 'died', how };
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
      if (failure.during === 'model' && code !== undefined) return faultFindings(message, request.spans);
      return [diagnose('evaluation-threw', { text: name === 'Error' ? message : `${name}: ${message}` }, placed(at(stack)))];
    }
  }
}

const placed = (span: Span | undefined): { span?: Span } => (span === undefined ? {} : { span });
