import { type Json, type JsonObject, type ServerModel, skillSourceOf } from '@service/sdk/model';
import { firstTexts, type VariableRead, type Variants } from '../model/environment-sources.ts';
import { findZod } from '../bundler-plugin/index.ts';
import { runChild, startChild, writableCache, type ChildRequest, type StartedChild } from '../isolation/index.ts';
import { listedVariants, type OtherServer, prepareVaries, type Report } from './listed-variants.ts';
import { shownServers } from './shown-servers.ts';
import type { DocumentSource } from '../model/documents.ts';
import { bundleDefinitions, type DefinitionsBundle, startBundler } from './bundle-definitions.ts';
import type { ChildReport, EvaluatedModel, ReadVariable } from './child-report.ts';
import type { Evaluation, EvaluationRequest } from './evaluation.ts';
import {
  effectFindings,
  type Failed,
  failureFindings,
  findNeed,
  preparedFindings,
  firstFinding,
  notIsolated,
  positionsOf,
  refusedNeed,
} from './failures.ts';
import type { DecidedAtStart } from '../model/compiled-model.ts';

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
  /** Where documents of adapters come from that are not in the lock; nowhere when absent. */
  readonly documents?: DocumentSource | undefined;
  /** Milliseconds that a static `prepare` may take. */
  readonly prepareMs?: number;
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
  { alwaysIsolated = false, documents, prepareMs = 60_000, variants = {} }: EvaluatorOptions = {},
): Evaluator {
  const environment = { ...firstTexts(variants), ...given };
  const writable = alwaysIsolated ? undefined : writableCache(root);
  const cache = writable === undefined ? {} : { cache: writable };
  const children: StartedChild[] = [];
  // zod only defines classes, so it needs no guard. If it is broken, the child that loads it with the definitions reports that.
  const zod = findZod(root);
  const start: StartEvaluation = ({ variables, elsewhere = false, isModule = false, restricted = true, withZod = true } = {}) => {
    const words = [
      ...(restricted ? ['restricted'] : []),
      ...(elsewhere ? ['elsewhere'] : []),
      ...(elsewhere || variables !== undefined ? ['alone'] : []),
      `prepare-ms=${prepareMs}`,
      ...(documents === undefined ? [] : [`locked-in=${documents.folder}`, 'refresh']),
    ];
    const child = startChild({
      cwd: root,
      ...cache,
      first: withZod && !isModule ? zod : [],
      isModule,
      words,
      environment: { ...environment, ...variables },
      restricted,
    });
    children.push(child);
    return child;
  };
  const child = start();
  startBundler();
  return {
    evaluate: (request) => startEvaluation({ child, start, preloads: zod.length > 0, documents }, request),
    stop: () => children.forEach((one) => void one.process.kill('SIGKILL')),
  };
}

interface StartOptions {
  /** Set beside, or in the place of, the build's own variables. */
  readonly variables?: Readonly<Record<string, string>>;
  /** The definitions see another time and another machine. */
  readonly elsewhere?: boolean;
  readonly restricted?: boolean;
  readonly isModule?: boolean;
  readonly withZod?: boolean;
}

type StartEvaluation = (options?: StartOptions) => StartedChild;

interface Children {
  readonly child: StartedChild;
  readonly start: StartEvaluation;
  /** The first child has loaded something already. */
  readonly preloads: boolean;
  readonly documents: DocumentSource | undefined;
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
  return { ...(await evaluateBundle({ ...children, child: start(), start, preloads: false }, { request, bundle }, onTaken)), awaiting };
}

async function evaluateBundle(
  { child, documents, preloads, start }: Children,
  { bundle, request }: { readonly bundle: DefinitionsBundle; readonly request: EvaluationRequest },
  onTaken: () => void,
): Promise<Evaluation> {
  const run = async (options: StartOptions = {}, one = start(options)): Promise<Report> => {
    const report = await runBundle(bundle.code, request, { child: one, onTaken });
    if (report.kind !== 'wanted' || documents === undefined) return report;
    return (await documents.fetch(report.documents)) ?? run(options);
  };
  const failed: Failed = { request, bundle, locationIn: positionsOf(request) };
  const first = await run({}, child);
  const restricted = first.kind === 'died' && preloads ? await run({ withZod: false }) : first;
  const need = findNeed(restricted, bundle);
  if (need !== undefined && request.alwaysIsolated === true)
    return { diagnostics: [...bundle.warnings, await refusedNeed(restricted, need, failed)], inputs: bundle.inputs };
  const unrestricted = need === undefined ? restricted : await run({ restricted: false });
  // What fails as well without restrictions did not fail for them.
  const report = restricted.kind === 'threw' && unrestricted.kind !== 'model' ? restricted : unrestricted;
  const isolated = need === undefined || report === restricted;
  const warnings = [...bundle.warnings, ...(isolated ? [] : [await notIsolated(need, failed)])];
  const environment = 'environment' in report ? locationsOf(report.environment, request) : [];
  if (report.kind !== 'model') {
    const diagnostics = await failureFindings(report, environment, failed);
    return {
      diagnostics: report.kind === 'timeout' ? [...bundle.warnings, ...diagnostics] : [...warnings, ...diagnostics],
      inputs: [...bundle.inputs, ...(report.kind === 'unprepared' ? (report.read ?? []) : [])],
    };
  }
  const complete = await completeServer(report, request, { documents, inputs: [...bundle.inputs, ...report.loaded] });
  const listed = await listedVariants(report, request, {
    run: (variables) => run({ variables, restricted: isolated }),
    complete: async (one) => (await completeServer(one, request, { documents, inputs: [] })).server,
    faultOf: (one) => firstFinding(one, request),
  });
  const elsewhere = report.readsMachine ? await run({ elsewhere: true, restricted: isolated }) : undefined;
  return {
    ...complete,
    ...(elsewhere?.kind === 'model' ? { decidedAtStart: decidedAtStart(report, elsewhere, request.root) } : {}),
    diagnostics: [
      ...warnings,
      ...(await effectFindings(report.effects, failed)),
      ...preparedFindings(report.prepared, request),
      ...complete.diagnostics,
      ...listed.diagnostics,
      ...report.prepared.varying.map((adapter) => prepareVaries(adapter, 'in another branch of the sources', request)),
    ],
    sites: report.sites,
    prepared: report.prepared,
    warnings: report.warnings,
    environment,
    others: [
      ...listed.servers,
      ...(await branchServers(report, request, { documents })),
      ...(complete.server === undefined ? [] : shownServers(complete.server, request.shown)),
    ],
  };
}

/** The server with what other branches of its lists bring. */
async function branchServers(
  report: EvaluatedModel,
  request: EvaluationRequest,
  { documents }: Pick<Children, 'documents'>,
): Promise<readonly OtherServer[]> {
  const completed = report.branches.map(async ({ first: { list, span }, server }): Promise<readonly OtherServer[]> => {
    const { server: other } = await completeServer({ ...report, server }, request, { documents, inputs: [] });
    return other === undefined ? [] : [{ server: other, when: `in another branch of "${list}"`, span }];
  });
  return (await Promise.all(completed)).flat();
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

const reportKinds: readonly unknown[] = [
  'model',
  'refused',
  'needs',
  'threw',
  'unprepared',
  'wanted',
] satisfies readonly ChildReport['kind'][];

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

type Reported = Pick<EvaluatedModel, 'readsFolder' | 'server'>;

/**
 * The reported server with its skill folders, and without the folder in which it was evaluated. Skill folders are read here, where there are
 * files: neither the evaluated definitions nor a bundle may need them.
 */
async function completeServer(
  report: Reported,
  request: EvaluationRequest,
  { documents, inputs }: Pick<Children, 'documents'> & { readonly inputs: readonly string[] },
): Promise<Evaluation> {
  const server = withoutPaths(report, request.root);
  if (server.skills?.some((skill) => skillSourceOf(skill) !== undefined) !== true) return { server, diagnostics: [], inputs };
  // Loaded only for servers with skill folders: its YAML reader would slow down every other check.
  const { readSkills } = await import('./read-skills.ts');
  const { diagnostics, inputs: read, skills } = await readSkills(server.skills, { ...request, documents });
  const all = [...inputs, ...read];
  if (diagnostics.length > 0) return { diagnostics, inputs: all };
  return { server: { ...server, skills }, diagnostics, inputs: all };
}

/**
 * Schemas may contain the folder (`process.cwd()`); without it contracts are the same on every machine. Where the folder was not read, a
 * text that looks like it is the author's own.
 * @param root absolute folder of the project
 */
function withoutPaths({ readsFolder, server }: Reported, root: string): ServerModel {
  if (!readsFolder) return server;
  const tools = server.tools.map((tool) => ({
    ...tool,
    inputSchema: cleaned(tool.inputSchema, root),
    outputSchema: tool.outputSchema && cleaned(tool.outputSchema, root),
  }));
  return { ...server, tools };
}

const cleaned = (schema: JsonObject, root: string): JsonObject =>
  JSON.parse(JSON.stringify(schema), (_key, value: Json) =>
    typeof value === 'string' ? value.replaceAll(root, '.') : value,
  ) as JsonObject;

const lists = ['tools', 'resources', 'resourceTemplates', 'prompts'] as const;
const entryKeys = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations', 'arguments', 'mimeType'] as const;
const infoKeys = ['title', 'description', 'version'] as const;

/** Members that differ when the definitions run at another time and on another machine; undefined when none does. */
function decidedAtStart(one: Reported, other: Reported, root: string): DecidedAtStart | undefined {
  const here = withoutPaths(one, root);
  const elsewhere = withoutPaths(other, root);
  const found: Record<string, readonly string[]> = {};
  const add = (id: string, keys: readonly string[]): void => {
    if (keys.length > 0) found[id] = keys;
  };
  for (const list of lists)
    for (const entry of here[list]) {
      const same = elsewhere[list].find(({ id }) => id === entry.id);
      if (same !== undefined) add(entry.id, differing(entry, same, entryKeys));
    }
  const ofInfo = differing(here.info, elsewhere.info, infoKeys);
  add('server', [...ofInfo, ...differing(here, elsewhere, ['instructions'])]);
  return Object.keys(found).length === 0 ? undefined : found;
}

const differing = (one: object, other: object, keys: readonly string[]): string[] =>
  keys.filter((key) => JSON.stringify(Reflect.get(one, key)) !== JSON.stringify(Reflect.get(other, key)));
