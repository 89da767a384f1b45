import { withoutUndefined } from '../../std/without-undefined.ts';
import { firstTexts, type Variants } from '../model/variants.ts';
import { findZod } from '../bundler-plugin/index.ts';
import { runChild, startChild, writableCache, type ChildRequest, type StartedChild } from '../isolation/index.ts';
import type { VariableRead } from '../model/environment-sources.ts';
import type { AssumedEnvironment } from './assumed-environments.ts';
import { bundleDefinitions, type DefinitionsBundle, startBundler } from './bundle-definitions.ts';
import type { ChildReport, ReadVariable } from './child-report.ts';
import { completeServer, decidedAtStart } from './complete-server.ts';
import type { Evaluation, EvaluationRequest } from './evaluation.ts';
import { effectFindings, failureFindings, findNeed, firstFinding, notIsolated, refusedNeed, type Failed } from './failures.ts';
import { otherServers, type Report } from './other-servers.ts';
import { positionsOf } from './source-position.ts';

export interface RunningEvaluation {
  /**
   * Until then the bundler asks this thread for every file of the project, and other work on it delays the evaluation.
   * Never rejects.
   */
  readonly handedOver: Promise<void>;
  readonly ended: Promise<Evaluation>;
}

export interface EvaluatorOptions extends Pick<EvaluationRequest, 'alwaysIsolated'> {
  /** The first text of each stands for a variable without a value. */
  readonly variants?: Variants | undefined;
}

/** The processes of one evaluation, started before it is known what to evaluate. The caller stops it. */
export interface Evaluator {
  evaluate(request: EvaluationRequest): RunningEvaluation;
  stop(): void;
}

/**
 * Starts Node and the bundler's own process: both are ready by the time the sources have been read in this one.
 * @param given variables of the definitions beside the system's own
 */
export function startEvaluator(
  root: string,
  given: Readonly<Record<string, string>> = {},
  { alwaysIsolated = false, variants = {} }: EvaluatorOptions = {},
): Evaluator {
  const environment = { ...firstTexts(variants), ...given };
  const writable = alwaysIsolated ? undefined : writableCache(root);
  const cache = writable === undefined ? {} : { cache: writable };
  const children: StartedChild[] = [];
  // zod only defines classes, so it needs no guard. If it is broken, the child that loads it with the definitions reports that.
  const zod = findZod(root);
  const start: StartEvaluation = ({
    assumed,
    elsewhere = false,
    isListed = false,
    isModule = false,
    restricted = true,
    withZod = true,
  } = {}) => {
    const words = [
      ...(restricted ? ['restricted'] : []),
      ...(assumed === undefined || isListed ? [] : ['assumed']),
      ...(elsewhere ? ['elsewhere'] : []),
    ];
    const child = startChild({
      cwd: root,
      ...cache,
      first: withZod && !isModule ? zod : [],
      isModule,
      words,
      environment: withoutUndefined({ ...environment, ...assumed }),
      restricted,
    });
    children.push(child);
    return child;
  };
  const child = start();
  startBundler();
  return {
    evaluate: (request) => startEvaluation({ child, start, preloads: zod.length > 0 }, request),
    stop: () => children.forEach((one) => void one.process.kill('SIGKILL')),
  };
}

type StartEvaluation = (options?: {
  /** Set beside, or in the place of, the build's own variables. */
  readonly assumed?: AssumedEnvironment;
  /** The config lists these variables, so a rule that an option breaks is a fault. */
  readonly isListed?: boolean;
  /** The definitions see another time and another machine. */
  readonly elsewhere?: boolean;
  readonly restricted?: boolean;
  readonly isModule?: boolean;
  readonly withZod?: boolean;
}) => StartedChild;

interface Children {
  readonly child: StartedChild;
  readonly start: StartEvaluation;
  /** The first child has loaded something already. */
  readonly preloads: boolean;
}

function startEvaluation(children: Children, request: EvaluationRequest): RunningEvaluation {
  let handOver = (): void => undefined;
  const handedOver = new Promise<void>((resolve) => void (handOver = resolve));
  return { handedOver, ended: evaluateIn(children, request, handOver).finally(handOver) };
}

async function evaluateIn(children: Children, request: EvaluationRequest, onTaken: () => void): Promise<Evaluation> {
  const bundle = await bundleDefinitions(request);
  if (!('code' in bundle)) return { diagnostics: bundle, inputs: [] };
  const { awaiting } = bundle;
  if (awaiting === undefined) return evaluateBundle(children, { request, bundle }, onTaken);
  // The process that waits for a script reads no ES module.
  const start: StartEvaluation = (options) => children.start({ ...options, isModule: true });
  return { ...(await evaluateBundle({ child: start(), start, preloads: false }, { request, bundle }, onTaken)), awaiting };
}

async function evaluateBundle(
  { child, preloads, start }: Children,
  { bundle, request }: { readonly bundle: DefinitionsBundle; readonly request: EvaluationRequest },
  onTaken: () => void,
): Promise<Evaluation> {
  const run = (one: StartedChild): Promise<Report> => runBundle(bundle.code, request, { child: one, onTaken });
  const failed: Failed = { request, bundle, locationIn: positionsOf(request) };
  const first = await run(child);
  const restricted = first.kind === 'died' && preloads ? await run(start({ withZod: false })) : first;
  const need = findNeed(restricted, bundle);
  if (need !== undefined && request.alwaysIsolated === true)
    return { diagnostics: [...bundle.warnings, await refusedNeed(restricted, need, failed)], inputs: bundle.inputs };
  const unrestricted = need === undefined ? restricted : await run(start({ restricted: false }));
  // What fails as well without restrictions did not fail for them.
  const report = restricted.kind === 'threw' && unrestricted.kind !== 'model' ? restricted : unrestricted;
  const isolated = need === undefined || report === restricted;
  const warnings = [...bundle.warnings, ...(isolated ? [] : [await notIsolated(need, failed)])];
  const environment = 'environment' in report ? locationsOf(report.environment, request) : [];
  if (report.kind !== 'model') {
    const diagnostics = await failureFindings(report, environment, failed);
    return {
      diagnostics: report.kind === 'timeout' ? [...bundle.warnings, ...diagnostics] : [...warnings, ...diagnostics],
      inputs: bundle.inputs,
    };
  }
  const complete = await completeServer(report, request, [...bundle.inputs, ...report.loaded]);
  const others = await otherServers(report, request, {
    run: (assumed, isListed) => run(start({ assumed, isListed, restricted: isolated })),
    complete: async (one) => (await completeServer(one, request, [])).server,
    faultOf: (one) => firstFinding(one, request),
  });
  const elsewhere = report.readsMachine ? await run(start({ elsewhere: true, restricted: isolated })) : undefined;
  return {
    ...complete,
    ...(elsewhere?.kind === 'model' ? { decidedAtStart: decidedAtStart(report, elsewhere, request.root) } : {}),
    diagnostics: [...warnings, ...(await effectFindings(report.effects, failed)), ...complete.diagnostics, ...others.diagnostics],
    sites: report.sites,
    warnings: report.warnings,
    environment,
    others: others.servers,
  };
}

/** Where the project's files read what was read. */
function locationsOf(read: readonly ReadVariable[], { environmentOf }: EvaluationRequest): readonly VariableRead[] {
  if (read.length === 0) return [];
  const { reads, whole } = environmentOf();
  return read.map(({ isSet, name }) => {
    const span = reads.get(name) ?? whole;
    return { name, isSet, span };
  });
}

async function runBundle(
  code: string,
  { timeoutMs, signal }: EvaluationRequest,
  { child, onTaken }: Required<Pick<ChildRequest, 'child' | 'onTaken'>>,
): Promise<Report> {
  const end = await runChild(code, { child, timeoutMs, onTaken, signal });
  return end.kind === 'reported' ? parseReport(end.text) : end;
}

const reportKinds: readonly unknown[] = ['model', 'refused', 'needs', 'threw'] satisfies readonly ChildReport['kind'][];

/** The report of our child. The definitions can write to the same pipe, and what they write may be no report. */
function parseReport(text: string): Report {
  try {
    const report = JSON.parse(text) as ChildReport | null;
    if (report !== null && reportKinds.includes(report.kind)) return report;
  } catch {
    // Not JSON.
  }
  return { kind: 'died', how: 'what it reported cannot be read' };
}
