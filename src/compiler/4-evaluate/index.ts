/*
 * Phase 4: the definitions are bundled once and loaded in a process of their own, with a deadline, no secrets and no way to act on the
 * world. What comes back is the run time's own view of the server; every failure is a finding at its location, never a guess.
 */
import { relative, sep } from 'node:path';
import { type Diagnostic, diagnose } from '../diagnostics/index.ts';
import type { ServerModel } from '@service/sdk/model';
import type { DecidedAtStart } from '../model/compiled-model.ts';
import type { EvaluatedSite } from '../model/schemas.ts';
import type { ListedDeclaration } from '../model/listed-declaration.ts';
import type { Span } from '../model/span.ts';
import { chainTo, findZod } from '../bundler-plugin/index.ts';
import { cacheFolder, runChild, startChild, type ChildRequest, type StartedChild } from '../isolation/index.ts';
import type { EnvironmentSources, VariableRead } from '../model/environment-sources.ts';
import { bundleDefinitions, startBundler, type DefinitionsBundle, type DefinitionsRequest } from './bundle-definitions.ts';
import type { ChildReport, ReadVariable, ThrownError } from './child-report.ts';
import { otherServers, type OtherServer, type Report } from './other-servers.ts';
import { circularImports, lateImports } from './circular-imports.ts';
import { decidedAtStart } from './decided-at-start.ts';
import { faultFindings, isUndefinedItem } from './model-faults.ts';
import { firstTexts, type Variants } from '../model/variants.ts';
import type { AssumedEnvironment } from './assumed-environments.ts';
import { effectFindings } from './load-effects.ts';
import { type FindPosition, findSourcePosition, ownSpan } from './source-position.ts';
import { withoutPaths } from './without-paths.ts';

export { startBundler } from './bundle-definitions.ts';

export interface EvaluationRequest extends DefinitionsRequest {
  /** Milliseconds. */
  readonly timeoutMs: number;
  /** Where an entry was declared, by its id; for failures that belong to an entry and not to a line. */
  readonly spans: Readonly<Record<string, Span>>;
  /** Where an option is written, by the name of its declaration in messages and its path. */
  readonly spanOfOption: (label: string, path: string) => Span | undefined;
  /** What the sources show of the environment; asked when the definitions have read a variable. */
  readonly environmentOf: () => EnvironmentSources;
  /** What lists name, as the sources show it; asked when an item is undefined. */
  readonly listed: () => readonly ListedDeclaration[];
  /** More than the sources decide an option or a list, so the definitions are looked at in other environments too. */
  readonly isDynamic: boolean;
  /** Texts of variables that the config lists: the server is looked at with each combination. */
  readonly variants?: Variants | undefined;
  /** A project that is only looked at: definitions that need an unrestricted process are an error. */
  readonly alwaysIsolated?: boolean | undefined;
  readonly signal?: AbortSignal;
}

export interface Evaluation {
  readonly server?: ServerModel;
  /** What the server is where other variables are set. */
  readonly others?: readonly OtherServer[];
  /** What of it another start may say otherwise. */
  readonly decidedAtStart?: DecidedAtStart | undefined;
  /** Variables that the definitions read while they were loaded. */
  readonly environment?: readonly VariableRead[];
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

/** The processes of one evaluation, started before it is known what to evaluate. Whoever starts it also stops it. */
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
  // A foreign project may hold a link where its cache would be, and so choose what may be written.
  const cache = alwaysIsolated ? {} : { cache: cacheFolder(root) };
  const children: StartedChild[] = [];
  // zod does nothing but define classes, so it needs no guard. What is wrong with it is said by a child that loads it with the definitions.
  const zod = findZod(root);
  const start: StartEvaluation = ({ assumed, elsewhere = false, isListed = false, restricted = true, withZod = true } = {}) => {
    const words = [
      ...(restricted ? ['restricted'] : []),
      ...(assumed === undefined || isListed ? [] : ['assumed']),
      ...(elsewhere ? ['elsewhere'] : []),
    ];
    const child = startChild({
      cwd: root,
      ...cache,
      first: withZod ? zod : [],
      words,
      environment: withoutUnset({ ...environment, ...assumed }),
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

const withoutUnset = (variables: AssumedEnvironment): Record<string, string> =>
  Object.fromEntries(Object.entries(variables).filter((pair): pair is [string, string] => pair[1] !== undefined));

type StartEvaluation = (options?: {
  /** Set beside, or in the place of, the build's own variables. */
  readonly assumed?: AssumedEnvironment;
  /** The config lists these variables, so a rule that an option breaks is a fault. */
  readonly isListed?: boolean;
  /** At another time and on another machine, as far as the definitions can tell. */
  readonly elsewhere?: boolean;
  readonly restricted?: boolean;
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

async function evaluateIn({ child, preloads, start }: Children, request: EvaluationRequest, onTaken: () => void): Promise<Evaluation> {
  const bundle = await bundleDefinitions(request);
  if (!('code' in bundle)) return { diagnostics: bundle, inputs: [] };
  const run = (one: StartedChild): Promise<Report> => runBundle(bundle.code, request, { child: one, onTaken });
  const first = await run(child);
  const alone = first.kind === 'died' && preloads ? await run(start({ withZod: false })) : first;
  const needs = neededBy(alone, bundle);
  if (needs !== undefined && request.alwaysIsolated === true)
    return { diagnostics: [await notLookedAt(alone, needs, request)], inputs: bundle.inputs };
  const free = needs === undefined ? alone : await run(start({ restricted: false }));
  // What fails as well without restrictions did not fail for them.
  const report = alone.kind === 'threw' && free.kind !== 'model' ? alone : free;
  const locationIn = positionsOf(request);
  const spanOf = spansOf(request, locationIn);
  const open =
    needs === undefined || report === alone
      ? []
      : [diagnose('evaluation-not-isolated', { need: needs.need }, placed(await spanOf(needs.stack)))];
  const environment = 'environment' in report ? locationsOf(report.environment, request) : [];
  if (report.kind !== 'model') {
    const unbuilt = report.kind === 'threw' ? unbuiltPackage(report.error, bundle, request) : undefined;
    if (unbuilt !== undefined) return { diagnostics: [...open, unbuilt], inputs: bundle.inputs };
    if (report.kind === 'timeout') return { diagnostics: [await timeoutFinding(report.stack, request, locationIn)], inputs: bundle.inputs };
    const span = 'stack' in report ? await spanOf(report.stack) : report.kind === 'threw' ? await spanOf(report.error.stack) : undefined;
    const { cycles, rest } = await withoutCycles(report, request, bundle);
    const late = rest !== undefined && isEarly(rest) && span !== undefined ? await lateImports(span, modulesOf(request, bundle)) : [];
    const remaining = rest === undefined ? [] : findingsOf(rest, request, { span, environment, late });
    return { diagnostics: [...open, ...cycles, ...remaining], inputs: bundle.inputs };
  }
  const inputs = [...bundle.inputs, ...report.loaded];
  const effects = await effectFindings(report.effects, locationIn);
  const complete = await withSkillFolders(withoutPaths(report, request.root), request, inputs);
  const restricted = open.length === 0;
  const other = await otherServers(report, request, {
    run: (assumed, isListed) => run(start({ assumed, isListed, restricted })),
    complete: async (one) => (await withSkillFolders(withoutPaths(one, request.root), request, [])).server,
    faultOf: (one) => (one.kind === 'timeout' ? undefined : findingsOf(one, request, { span: undefined, environment: [], late: [] })[0]),
  });
  const again = report.readsMachine ? await run(start({ elsewhere: true, restricted })) : undefined;
  return {
    ...complete,
    ...(again?.kind === 'model'
      ? { decidedAtStart: decidedAtStart(withoutPaths(report, request.root), withoutPaths(again, request.root)) }
      : {}),
    diagnostics: [...open, ...effects, ...complete.diagnostics, ...other.diagnostics],
    sites: report.sites,
    warnings: report.warnings,
    environment,
    others: other.servers,
  };
}

const spansOf =
  ({ spans }: EvaluationRequest, locationIn: FindPosition) =>
  async (stack: string): Promise<Span | undefined> =>
    ownSpan(await locationIn(stack)) ?? spans['server'];

/** What a stranger wrote gets no unrestricted process by asking for a thread. */
async function notLookedAt(report: Report, { need, stack }: Need, request: EvaluationRequest): Promise<Diagnostic> {
  const why = report.kind === 'threw' ? `${report.error.message}; maybe it needs` : 'it needs';
  const text = `${why} ${need}, for which this command would lift its restrictions: use --unrestricted if you trust the project`;
  return threw(text, placed(await spansOf(request, positionsOf(request))(stack)));
}

/** The same bundle with a map, made once and only when something has to be shown at its line. */
function positionsOf(request: EvaluationRequest): FindPosition {
  let mapping: ReturnType<typeof bundleDefinitions> | undefined;
  return async (stack) => {
    const mapped = await (mapping ??= bundleDefinitions(request, { withMap: true }));
    return findSourcePosition(request.root, 'code' in mapped ? mapped.map : '', stack);
  };
}

/** Where the project's files read what was read. */
function locationsOf(read: readonly ReadVariable[], { environmentOf }: EvaluationRequest): readonly VariableRead[] {
  if (read.length === 0) return [];
  const { reads, whole } = environmentOf();
  return read.map(({ isSet, name }) => {
    const span = reads.get(name) ?? whole;
    return { name, isSet, ...placed(span) };
  });
}

interface Need {
  readonly need: string;
  readonly stack: string;
}

/** What a restricted process refused. A package may catch the refusal of its add-on and throw an error of its own. */
function neededBy(report: Report, { folders }: DefinitionsBundle): Need | undefined {
  if (report.kind === 'needs') return report;
  return report.kind === 'threw' && folders.hasNative() ? { need: 'a native add-on', stack: report.error.stack } : undefined;
}

/** The error of a native package that was never built for this platform, said as what it is. */
function unbuiltPackage(
  { message, stack }: ThrownError,
  bundle: DefinitionsBundle,
  { entry, root }: EvaluationRequest,
): Diagnostic | undefined {
  const one = bundle.folders.unbuilt().find(({ folder }) => message.includes(folder + sep) || stack.includes(folder + sep));
  if (one === undefined) return undefined;
  const chain = chainTo(entry.file, (file) => file.startsWith(one.folder + sep), bundle.imports());
  const shown = chain.map((file) => relative(root, file).split(sep).join('/'));
  return diagnose('native-addon-missing', { name: one.name, chain: shown.join(' → '), system: `${process.platform}-${process.arch}` });
}

/** What is undefined for the order of modules is said at the lists that name it; the rest of a failure stays. */
async function withoutCycles(
  failure: Failure,
  request: EvaluationRequest,
  bundle: DefinitionsBundle,
): Promise<{ readonly cycles: readonly Diagnostic[]; readonly rest: Failure | undefined }> {
  const lines = failure.kind === 'threw' ? failure.error.message.split('\n') : [];
  const early = isEarly(failure);
  if (failure.kind !== 'threw' || !(early || lines.some(isUndefinedItem))) return { cycles: [], rest: failure };
  const cycles = await circularImports(request.listed(), modulesOf(request, bundle));
  if (cycles.length === 0) return { cycles, rest: failure };
  const others = early ? [] : lines.filter((line) => !isUndefinedItem(line));
  return { cycles, rest: others.length === 0 ? undefined : { ...failure, error: { ...failure.error, message: others.join('\n') } } };
}

/** As of something that has no value yet. */
const isEarly = (failure: Failure): boolean => failure.kind === 'threw' && ['TypeError', 'ReferenceError'].includes(failure.error.name);

const modulesOf = ({ entry, root }: EvaluationRequest, bundle: DefinitionsBundle) => ({
  root,
  entry: entry.file,
  imports: bundle.imports(),
});

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

type Failure = Exclude<Report, { kind: 'model' } | { kind: 'timeout' }>;

async function runBundle(
  code: string,
  { timeoutMs, signal }: EvaluationRequest,
  { child, onTaken }: Required<Pick<ChildRequest, 'child' | 'onTaken'>>,
): Promise<Report> {
  const end = await runChild(code, { child, timeoutMs, onTaken, ...(signal === undefined ? {} : { signal }) });
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

interface FailureLocation {
  readonly span: Span | undefined;
  readonly environment: readonly VariableRead[];
  /** Imports that may be the reason. */
  readonly late: NonNullable<Diagnostic['related']>;
}

function findingsOf(failure: Failure, request: EvaluationRequest, { environment, late, span }: FailureLocation): Diagnostic[] {
  switch (failure.kind) {
    case 'died':
      return [threw(`the process ended early (${failure.how})`, placed(request.spans['server']))];
    case 'needs':
      return [threw(`it needs ${failure.need}`, placed(span))];
    case 'refused':
      return failure.act === 'listen'
        ? [diagnose('evaluation-opened-port', { address: failure.what }, placed(span))]
        : [threw(failure.what, placed(span))];
    case 'threw': {
      const { code, name, message } = failure.error;
      if (failure.during === 'model' && code !== undefined)
        return faultFindings(message, request).map((one) => withDeciding(one, environment));
      return [threw(name === 'Error' ? message : `${name}: ${message}`, { ...placed(span), ...relatedTo(late, environment) })];
    }
  }
}

/** The line that was running, else the server: a module may wait for the system and run nothing. */
async function timeoutFinding(stack: string, { spans, timeoutMs }: EvaluationRequest, locationIn: FindPosition): Promise<Diagnostic> {
  const span = (await locationIn(stack))?.span;
  const params = { milliseconds: timeoutMs, isPlaced: span !== undefined };
  return diagnose('evaluation-timeout', params, placed(span ?? spans['server']));
}

const threw = (text: string, location: Pick<Diagnostic, 'span' | 'related'>): Diagnostic =>
  diagnose('evaluation-threw', { text }, location);

/** A variable that a build does not have is the likeliest reason why a module cannot be loaded. */
function relatedTo(late: FailureLocation['late'], environment: readonly VariableRead[]): Pick<Diagnostic, 'related'> {
  const unset = environment.flatMap(({ isSet, name, span }) =>
    isSet || span === undefined ? [] : [{ message: unsetAtBuild(name), span }],
  );
  const related = [...late, ...unset];
  return related.length === 0 ? {} : { related };
}

const unsetAtBuild = (name: string): string =>
  `${name} is read here and is not set at build: name it in \`build.env\` of the config, set it in .env, or list its texts, build: { variants: { ${name}: ['…'] } }`;

const decidesAtStart = (name: string): string =>
  `${name} decides it where the server runs: list its texts in the config, build: { variants: { ${name}: ['…'] } }`;

/** A fault at a line that reads a variable: what decides the option has more values than the one of this build, or has none here. */
function withDeciding(fault: Diagnostic, environment: readonly VariableRead[]): Diagnostic {
  const related = environment.flatMap(({ isSet, name, span }) =>
    span === undefined || span.file !== fault.span?.file || span.line !== fault.span.line
      ? []
      : [{ message: isSet ? decidesAtStart(name) : unsetAtBuild(name), span }],
  );
  return related.length === 0 ? fault : { ...fault, related: [...(fault.related ?? []), ...related] };
}

const placed = (span: Span | undefined): { span?: Span } => (span === undefined ? {} : { span });
