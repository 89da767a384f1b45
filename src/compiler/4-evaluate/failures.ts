/* Findings for reports of the evaluating process that are no model, and for what the definitions do while they load. */
import { SourceMap, type SourceMapPayload } from 'node:module';
import { relativePosix, shownChain } from '../../std/paths.ts';
import { isAbsolute, resolve, sep } from 'node:path';
import { chainTo, findImport, type ImportGraph, spanAt, spanOfRange } from '../bundler-plugin/index.ts';
import { diagnose, type Diagnostic } from '../diagnostics/index.ts';
import type { AdapterLine, UnpreparedAdapter } from '../model/documents.ts';
import type { VariableRead } from '../model/environment-sources.ts';
import type { Span } from '../model/span.ts';
import { bundleDefinitions, type DefinitionsBundle, type DefinitionsRequest } from './bundle-definitions.ts';
import type { LoadEffect, PreparedAdapters, ThrownError } from './child-report.ts';
import type { EvaluationRequest } from './evaluation.ts';
import { faultFindings, isUndefinedItem } from './model-faults.ts';
import type { Report } from './listed-variants.ts';
import type { ListedDeclaration } from '../model/declarations.ts';

/** An evaluation whose failure is explained. */
export interface Failed {
  readonly request: EvaluationRequest;
  readonly bundle: DefinitionsBundle;
  readonly locationIn: FindPosition;
}

type FailedReport = Exclude<Report, { kind: 'model' }>;
type Failure = Exclude<FailedReport, { kind: 'timeout' }>;

/** Something that a restricted process refused. */
export interface Need {
  readonly need: string;
  readonly stack: string;
}

/** A package may catch the refusal of its add-on and throw an error of its own. */
export function findNeed(report: Report, { folders }: DefinitionsBundle): Need | undefined {
  if (report.kind === 'needs') return report;
  if (!folders.hasNative()) return undefined;
  if (report.kind === 'threw') return { need: 'a native add-on', stack: report.error.stack };
  // An ES module imports its packages before our own code runs, which would report what an add-on was refused.
  return report.kind === 'died' ? { need: 'a native add-on', stack: '' } : undefined;
}

/** For a project that is only looked at: a stranger's code gets no unrestricted process by asking for a thread. */
export async function refusedNeed(report: Report, { need, stack }: Need, failed: Failed): Promise<Diagnostic> {
  const why = report.kind === 'threw' ? `${report.error.message}; maybe it needs` : 'it needs';
  const text = `${why} ${need}, for which this command would lift its restrictions: use --unrestricted if you trust the project`;
  return threw(text, { span: await spanOf(stack, failed) });
}

export async function notIsolated({ need, stack }: Need, failed: Failed): Promise<Diagnostic> {
  return diagnose('evaluation-not-isolated', { need }, { span: await spanOf(stack, failed) });
}

/** All findings of a failed evaluation, each at its line. */
export async function failureFindings(report: FailedReport, environment: readonly VariableRead[], failed: Failed): Promise<Diagnostic[]> {
  const { bundle, request } = failed;
  if (report.kind === 'timeout') return [await timeoutFinding(report.stack, failed)];
  const unbuilt = report.kind === 'threw' ? unbuiltPackage(report.error, bundle, request) : undefined;
  if (unbuilt !== undefined) return [unbuilt];
  const stack = 'stack' in report ? report.stack : report.kind === 'threw' ? report.error.stack : undefined;
  const span = stack === undefined ? undefined : await spanOf(stack, failed);
  const { cycles, rest } = await splitCycles(report, failed);
  const late = rest !== undefined && isEarly(rest) && span !== undefined ? await lateImports(span, modulesOf(failed)) : [];
  return [...cycles, ...(rest === undefined ? [] : findingsOf(rest, request, { span, environment, late }))];
}

/** The first finding of a failure in another environment, without a line; undefined when it took too long. */
export const firstFinding = (report: FailedReport, request: EvaluationRequest): Diagnostic | undefined =>
  report.kind === 'timeout' ? undefined : findingsOf(report, request, { span: undefined, environment: [], late: [] })[0];

const spanOf = async (stack: string, { locationIn, request }: Failed): Promise<Span | undefined> =>
  ownSpan(await locationIn(stack)) ?? request.spans['server'];

/** The finding for a native package that was not built for this platform. */
function unbuiltPackage(
  { message, stack }: ThrownError,
  bundle: DefinitionsBundle,
  { entry, root }: EvaluationRequest,
): Diagnostic | undefined {
  const one = bundle.folders.unbuilt().find(({ folder }) => message.includes(folder + sep) || stack.includes(folder + sep));
  if (one === undefined) return undefined;
  const chain = chainTo(entry.file, (file) => file.startsWith(one.folder + sep), bundle.imports());
  const shown = chain.map((file) => relativePosix(root, file));
  return diagnose('native-addon-missing', {
    name: one.name,
    chain: shown.join(' → '),
    system: `${process.platform}-${process.arch}`,
    isHere: true,
  });
}

/** Items that are undefined because modules import each other, reported at the lists that name them; `rest` is what remains of the failure. */
async function splitCycles(
  failure: Failure,
  failed: Failed,
): Promise<{ readonly cycles: readonly Diagnostic[]; readonly rest: Failure | undefined }> {
  const lines = failure.kind === 'threw' ? failure.error.message.split('\n') : [];
  const early = isEarly(failure);
  if (failure.kind !== 'threw' || !(early || lines.some(isUndefinedItem))) return { cycles: [], rest: failure };
  const cycles = await circularImports(failed.request.listed(), modulesOf(failed));
  if (cycles.length === 0) return { cycles, rest: failure };
  const others = early ? [] : lines.filter((line) => !isUndefinedItem(line));
  return { cycles, rest: others.length === 0 ? undefined : { ...failure, error: { ...failure.error, message: others.join('\n') } } };
}

/** Something may have been used before it had a value. */
const isEarly = (failure: Failure): boolean => failure.kind === 'threw' && ['TypeError', 'ReferenceError'].includes(failure.error.name);

const modulesOf = ({ bundle, request: { entry, root } }: Failed) => ({ root, entry: entry.file, imports: bundle.imports() });

/** Node's own exit code for a module whose `await` has nothing left to wait for. */
const unsettled =
  'an `await` at the top of a module never ends; start functions such as `bootstrap` end with the server, so write `void` in the place of `await`';

interface FailureLocation {
  readonly span: Span | undefined;
  readonly environment: readonly VariableRead[];
  /** Imports that may be the reason. */
  readonly late: NonNullable<Diagnostic['related']>;
}

function findingsOf(failure: Failure, request: EvaluationRequest, { environment, late, span }: FailureLocation): Diagnostic[] {
  switch (failure.kind) {
    case 'died':
      return [
        threw(failure.how === 'exit code 13' ? unsettled : `the process ended early (${failure.how})`, { span: request.spans['server'] }),
      ];
    case 'unprepared':
      return [unprepared(failure, request, span)];
    case 'wanted':
      return [threw(`documents are missing: ${failure.documents.map(({ address }) => address).join(', ')}`, { span })];
    case 'needs':
      return [threw(`it needs ${failure.need}`, { span })];
    case 'refused':
      return failure.act === 'listen'
        ? [diagnose('evaluation-opened-port', { address: failure.what }, { span })]
        : [diagnose('evaluation-threw', { text: failure.what, wantedNetwork: failure.act === 'connect' }, { span })];
    case 'threw': {
      const { code, name, message } = failure.error;
      if (failure.during === 'model' && code !== undefined)
        return faultFindings(message, request).map((one) => withDeciding(one, environment));
      return [threw(name === 'Error' ? message : `${name}: ${message}`, { span, ...relatedTo(late, environment) })];
    }
  }
}

/** More would hide every other finding; the report of the build has all. */
const maxWarnings = 20;

/** What the adapters warn of, each at its adapter. */
export function preparedFindings({ lines }: PreparedAdapters, { spans }: EvaluationRequest): readonly Diagnostic[] {
  const found = new Map<string, AdapterLine[]>();
  for (const line of lines) if (line.level === 'warning') found.set(line.adapter, [...(found.get(line.adapter) ?? []), line]);
  return [...found].flatMap(([adapter, warnings]) => {
    const more = warnings.length - maxWarnings;
    const rest = more > 0 ? [{ adapter, about: `${more} more`, text: '`service build --json` lists all of them' }] : [];
    return [...warnings.slice(0, maxWarnings), ...rest].map(({ about, text }) =>
      diagnose('prepare-warning', { adapter, about, text }, { span: spans[`adapter:${adapter}`] ?? spans['server'] }),
    );
  });
}

/** At the adapter, because it is its options that have to change; with the line that threw. */
function unprepared(failure: UnpreparedAdapter, { spans }: EvaluationRequest, thrown: Span | undefined): Diagnostic {
  const { address = '', adapter, detail, problem } = failure;
  const span = spans[`adapter:${adapter}`] ?? spans['server'];
  const related = thrown === undefined || thrown === spans['server'] ? {} : { related: [{ message: 'it was thrown here', span: thrown }] };
  return problem === 'document-not-locked'
    ? diagnose(problem, { adapter, address }, { span })
    : diagnose(problem, { adapter, detail }, { span, ...(problem === 'prepare-failed' ? related : {}) });
}

/** The line that was running, else the server: a module may wait for the system and run nothing. */
async function timeoutFinding(stack: string, { locationIn, request: { spans, timeoutMs } }: Failed): Promise<Diagnostic> {
  const span = (await locationIn(stack))?.span;
  return diagnose('evaluation-timeout', { milliseconds: timeoutMs, isPlaced: span !== undefined }, { span: span ?? spans['server'] });
}

const threw = (text: string, location: Parameters<typeof diagnose>[2]): Diagnostic => diagnose('evaluation-threw', { text }, location);

/** A variable that is not set at build is the likeliest reason why a module does not load. */
function relatedTo(late: FailureLocation['late'], environment: readonly VariableRead[]): Pick<Diagnostic, 'related'> {
  const unset = environment.flatMap(({ isSet, name, span }) =>
    isSet || span === undefined ? [] : [{ message: unsetAtBuild(name), span }],
  );
  const related = [...late, ...unset];
  return related.length === 0 ? {} : { related };
}

const unsetAtBuild = (name: string): string =>
  `${name} is read here and is not set at build: name it in \`build.env\` of the config, set it in .env, or list its values, build: { variants: { ${name}: ['…'] } }`;

const decidesAtStart = (name: string): string =>
  `${name} decides it where the server runs: list its values in the config, build: { variants: { ${name}: ['…'] } }`;

/** Adds the variable that decides the option, when the line of a fault reads one: it has other values at start, or none at build. */
function withDeciding(fault: Diagnostic, environment: readonly VariableRead[]): Diagnostic {
  const related = environment.flatMap(({ isSet, name, span }) =>
    span === undefined || span.file !== fault.span?.file || span.line !== fault.span.line
      ? []
      : [{ message: isSet ? decidesAtStart(name) : unsetAtBuild(name), span }],
  );
  return related.length === 0 ? fault : { ...fault, related: [...(fault.related ?? []), ...related] };
}

/** What the project's own modules do while they load; what packages do for themselves is not for its author to change. */
export async function effectFindings(effects: readonly LoadEffect[], { locationIn }: Failed): Promise<Diagnostic[]> {
  const found = new Map<string, { readonly span: Span; readonly kind: LoadEffect['kind']; readonly names: Set<string> }>();
  for (const { kind, stack, what } of effects) {
    const span = ownSpan(await locationIn(stack));
    if (span === undefined) continue;
    const key = `${kind} ${span.file}:${span.start}`;
    const known = found.get(key) ?? { span, kind, names: new Set() };
    found.set(key, { ...known, names: known.names.add(what) });
  }
  return [...found.values()].map(({ kind, names, span }) => diagnose('load-effect', { kind, what: listed([...names]) }, { span }));
}

/** One call may set a whole file of variables. */
const listed = ([first = '', ...rest]: readonly string[]): string => (rest.length === 0 ? first : `${first}, … (${rest.length} more)`);

interface LoadedModules {
  readonly root: string;
  /** Absolute path of the module that is loaded for all others. */
  readonly entry: string;
  readonly imports: ImportGraph;
}

/** The items that are undefined where they are listed: their files import the list's file, and so are loaded after it. */
async function circularImports(listed: readonly ListedDeclaration[], modules: LoadedModules): Promise<Diagnostic[]> {
  const { entry, imports, root } = modules;
  const order = loadOrder(entry, imports);
  const locationOf = (file: string): number => order.get(resolve(root, file)) ?? -1;
  const early = listed.filter(({ declaredIn, span }) => locationOf(span.file) !== -1 && locationOf(declaredIn) > locationOf(span.file));
  return Promise.all(early.map((one) => findingOf(one, modules)));
}

async function findingOf({ declaredIn, list, span, text }: ListedDeclaration, { imports, root }: LoadedModules): Promise<Diagnostic> {
  const reader = resolve(root, span.file);
  const declarer = resolve(root, declaredIn);
  const back = chainTo(declarer, (file) => file === reader, imports);
  const cycle = shownChain(root, [...chainTo(reader, (file) => file === declarer, imports), ...back.slice(1)]);
  const leading = await importSpan(root, imports, [declarer, back[1] ?? reader]);
  const related = leading === undefined ? {} : { related: [{ message: 'this import leads back', span: leading }] };
  return diagnose('circular-import', { text, list, cycle, file: declaredIn }, { span, ...related });
}

/**
 * Imports of a failed file that form a cycle: their modules load after the file, so their exports have no value yet.
 * That is the likeliest reason for a TypeError there.
 */
async function lateImports({ file }: Span, { entry, imports, root }: LoadedModules): Promise<NonNullable<Diagnostic['related']>> {
  const reader = resolve(root, file);
  const order = loadOrder(entry, imports);
  const own = order.get(reader);
  if (own === undefined) return [];
  const late = (imports.get(reader) ?? []).filter(({ path }) => (order.get(path) ?? -1) > own);
  const related = late.map(async ({ path }) => {
    const span = await importSpan(root, imports, [reader, path]);
    const cycle = shownChain(root, [reader, ...chainTo(path, (one) => one === reader, imports)]);
    return span === undefined ? [] : [{ message: `what is imported here is not loaded yet: ${cycle}`, span }];
  });
  return (await Promise.all(related)).flat();
}

async function importSpan(root: string, imports: ImportGraph, [from, to]: readonly [string, string]): Promise<Span | undefined> {
  const written = imports.get(from)?.find(({ path }) => path === to)?.written;
  const found = written === undefined ? undefined : await findImport(from, written);
  return found === undefined ? undefined : spanOfRange(root, { file: from, ...found });
}

/** Modules in the order in which they run: each after what it imports, but for one that is being loaded already. */
function loadOrder(entry: string, imports: ImportGraph): ReadonlyMap<string, number> {
  const order = new Map<string, number>();
  const started = new Set<string>();
  const visit = (file: string): void => {
    if (started.has(file)) return;
    started.add(file);
    for (const { path } of imports.get(file) ?? []) visit(path);
    order.set(file, order.size);
  };
  visit(entry);
  return order;
}

interface SourcePosition {
  readonly span: Span;
  /** False for a file of a package. */
  readonly isOwn: boolean;
}

/** `[stdin]:<line>:<column>` in a stack frame, `[eval1]:…` of an ES module: the evaluation bundle is given to node on its standard input. */
const frame = /\[(?:stdin|eval1)\]:(\d+):(\d+)/g;

/** The first position of the stack in the user's own files, else the first in a package; undefined when there is none. */
function findSourcePosition(root: string, mapText: string, stack: string): SourcePosition | undefined {
  if (mapText === '') return undefined;
  const map = new SourceMap(parseMap(mapText));
  let ofPackage: Span | undefined;
  for (const [, line, column] of stack.matchAll(frame)) {
    const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
    if (!('originalSource' in entry) || entry.originalSource === undefined) continue;
    const file = isAbsolute(entry.originalSource) ? entry.originalSource : resolve(root, entry.originalSource);
    const isOwn = isUsersFile(root, file);
    if (!isOwn && (ofPackage !== undefined || !isInPackages(root, file))) continue;
    const span = spanAt(root, { file, line: entry.originalLine + 1, column: entry.originalColumn + 1 });
    if (isOwn && span !== undefined) return { span, isOwn };
    ofPackage ??= span;
  }
  return ofPackage === undefined ? undefined : { span: ofPackage, isOwn: false };
}

/** Spans of stacks. The bundle is made once more with a map, when something has to be shown at its line. */
export function positionsOf(request: DefinitionsRequest): FindPosition {
  let mapping: ReturnType<typeof bundleDefinitions> | undefined;
  return async (stack) => {
    const mapped = await (mapping ??= bundleDefinitions(request, { withMap: true }));
    return findSourcePosition(request.root, 'code' in mapped ? mapped.map : '', stack);
  };
}

type FindPosition = (stack: string) => Promise<SourcePosition | undefined>;

/** A place that the author can change. */
const ownSpan = (position: SourcePosition | undefined): Span | undefined => (position?.isOwn === true ? position.span : undefined);

/** esbuild wrote the text, so its shape is known. */
const parseMap = (text: string): SourceMapPayload => JSON.parse(text) as SourceMapPayload;

const isUsersFile = (root: string, file: string): boolean => file.startsWith(root + sep) && !isInPackages(root, file);

const isInPackages = (root: string, file: string): boolean =>
  file.startsWith(root + sep) && file.slice(root.length).includes(`${sep}node_modules${sep}`);
