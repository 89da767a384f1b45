import { closestName } from '@service/sdk/internal';
import { isJsonObject, type JsonObject } from '@service/sdk/model';
import {
  analyse,
  ArtifactFailed,
  build,
  type BuildRecord,
  type BuildResult,
  type CompileRequest,
  createReadings,
  ExecutableFailed,
  findUnchanged,
  loadAhead,
  type ProjectReadings,
  type RefreshedDocuments,
  WriteFailed,
  writeOutput,
  refreshDocuments,
  type RefreshResult,
} from '../../compiler/index.ts';
import { type Diagnostic, hasErrors, sortDiagnostics } from '../../compiler/diagnostics/index.ts';
import type { Project, ProjectDeployment } from '../../config/load-project.ts';
import { type BuiltRow, printRows, rowData } from '../build/built-row.ts';
import { proveStart } from '../build/prove-start.ts';
import { CliError, usageError } from '../cli-error.ts';
import type { CommandCall, CommandOutcome } from '../command.ts';
import { type CliCode, cliCodes } from '../cli-codes.ts';
import { budgetFindings, checkBudgets, countTokens } from '../inspect/check-budgets.ts';
import { mergedExecutables } from '../mcpb/merged-executables.ts';
import { installationOf, packagingOf, refuseFlagsWithoutArchive } from '../mcpb/packaging.ts';
import { refuseExecutableWithoutTarget, wantsExecutable } from '../project/executable-flag.ts';
import { setBundlerMemory } from '../project/bundler-memory.ts';
import { compileRequest, openProject, targetOf } from '../project/open-project.ts';
import { paintFor } from '@service/sdk/terminal';
import { contractReport, printChanges } from '../contract/print-changes.ts';
import { printSize } from '../project/print-size.ts';

interface Findings {
  readonly diagnostics: Diagnostic[];
  readonly sources: Map<string, string>;
}

/** `service build`: every chosen deployment, each whole or not at all. */
export async function runBuild(call: CommandCall): Promise<CommandOutcome> {
  setBundlerMemory(call.env);
  // Without the flag the build may turn out to be unchanged, and then nothing is loaded at all.
  if (call.flags.switch('force')) void loadAhead();
  const project = await openProject(call);
  if (!call.flags.switch('print-model')) await Promise.all(project.deployments.map(targetOf));
  refuseFlagsWithoutArchive(project, call);
  await refuseExecutableWithoutTarget(project.deployments, call);
  if (call.flags.switch('print-model')) return printModel(project, call);
  const found: Findings = { diagnostics: [...project.warnings], sources: new Map(project.sources) };
  const refreshed = call.flags.switch('refresh') ? await refreshFor(project, { call, found }) : undefined;
  if (refreshed === 'refused') return failed(project, found);
  const rows: BuiltRow[] = [];
  const readings = createReadings();
  for (const deployment of project.deployments) {
    const row = await buildOne(project, deployment, { call, found, readings });
    if (row === undefined) break;
    rows.push(row);
  }
  const diagnostics = sortDiagnostics(found.diagnostics);
  const [refused, ...left] = project.deployments.slice(rows.length).map(({ target }) => target);
  return {
    exit: hasErrors(diagnostics) ? 'failure' : 'ok',
    data: {
      outputs: rows.map(rowData),
      ...(refreshed === undefined ? {} : { refreshed: refreshData(refreshed) }),
      ...(left.length === 0 ? {} : { notBuilt: left }),
    },
    diagnostics,
    projectRoot: project.root,
    sources: found.sources,
    text: printed([
      ...(refreshed === undefined ? [] : [printRefresh(refreshed, call)]),
      ...(rows.length === 0 ? [] : [printRows(rows, call.cwd)]),
      ...(left.length === 0 ? [] : [`Not built after ${refused} failed: ${left.join(', ')}`]),
    ]),
  };
}

const printed = (parts: readonly string[]): string | undefined => (parts.length === 0 ? undefined : parts.join('\n\n'));

const failed = (project: Project, found: Findings): CommandOutcome => ({
  exit: 'failure',
  data: { outputs: [] },
  diagnostics: sortDiagnostics(found.diagnostics),
  projectRoot: project.root,
  sources: found.sources,
});

/** The documents of adapters are those of the project, whatever is built of it. */
async function refreshFor(
  project: Project,
  { call, found }: { readonly call: CommandCall; readonly found: Findings },
): Promise<RefreshedDocuments | 'refused'> {
  const { diagnostics, refreshed, sources } = await refresh(compileRequest(project, project.deployments[0], checksOf(call)), call).catch(
    rethrow,
  );
  if (refreshed !== undefined) return refreshed;
  found.diagnostics.push(...diagnostics);
  for (const [file, text] of sources) found.sources.set(file, text);
  return 'refused';
}

/** Undefined when the sources have errors; nothing is written then. */
async function buildOne(
  project: Project,
  deployment: ProjectDeployment,
  at: { readonly call: CommandCall; readonly found: Findings; readonly readings: ProjectReadings },
): Promise<BuiltRow | undefined> {
  const { call, found, readings } = at;
  const started = performance.now();
  const target = await targetOf(deployment);
  const plain = { ...compileRequest(project, deployment, checksOf(call)), readings };
  const executable = target.executable !== undefined && wantsExecutable(deployment, call);
  const packaging = target.archive === undefined ? installationOf(project) : await packagingOf(project, deployment, call);
  const merged =
    target.archive === undefined ? [] : await mergedExecutables(project, deployment, { call, makesOwn: executable }).catch(rethrow);
  const request = { ...plain, ...(executable ? { executable } : {}), merged, packaging, ...commandLineOf(deployment) };
  const proves = target.startCheck !== undefined && !call.flags.switch('no-prove');
  const before = call.flags.switch('force') ? undefined : await findUnchanged(request, target, deployment.folder);
  // A build that was never started is built again when a start is wanted.
  if (before !== undefined && (!proves || before.report.start !== undefined)) {
    found.diagnostics.push(...before.diagnostics, ...executableFindings(before.report), ...startFindings(before.report.start));
    return rowOf(before.written, {
      ...unchangedFacts,
      target: target.name,
      started,
      report: before.report,
    });
  }
  const progress = call.output.progress(`Building ${target.name}`);
  try {
    const result = await build(request, target);
    found.diagnostics.push(...result.diagnostics);
    for (const [file, text] of result.sources) found.sources.set(file, text);
    call.signal.throwIfAborted();
    if (result.output === undefined || result.model === undefined) return undefined;
    checkExcludedTools(request, result.model);
    const { gzipBytes } = result.output.report;
    const budgets = await checkBudgets(project.budgets, result.model.server, [{ target: target.name, gzipBytes }]);
    const exceeded = budgetFindings(budgets, result.model);
    found.diagnostics.push(...exceeded);
    if (exceeded.length > 0) return undefined;
    const prove = (staged: string) => proveStart(staged, request, result);
    const { start, ...written } = await writeOutput(request, result, proves ? { folder: deployment.folder, prove } : deployment.folder);
    found.diagnostics.push(...executableFindings(result.output.report), ...startFindings(start));
    return rowOf(written, {
      target: target.name,
      ...factsOf(result.model, result.adapterLines),
      tokens: (await countTokens(result.model.server)).total,
      started,
      unchanged: false,
      report: { ...result.output.report, start },
    });
  } catch (error) {
    if (call.signal.aborted || !(error instanceof ArtifactFailed)) throw call.signal.aborted ? error : asCliError(error, target.name);
    found.diagnostics.push(startFailure(error, found.diagnostics));
    return undefined;
  } finally {
    progress.done();
  }
}

/** An unchanged build has told them before. */
const unchangedFacts = { tools: null, tokens: null, unchanged: true, unread: [], adapterLines: [] } as const;

const factsOf = (model: Model, adapterLines: BuiltRow['adapterLines'] = []) => ({
  tools: model.server.tools.length,
  unread: model.unread ?? [],
  adapterLines,
});

/** Tests are for `service check`: an image without development dependencies has nothing that they import. */
const checksOf = (call: CommandCall) => ({ typeCheck: !call.flags.switch('no-check'), skipTests: true, call });

const rethrow = (error: unknown): never => {
  throw asCliError(error);
};

/** A start that this machine cannot carry out is no fault of the build, and no proof either. */
function startFindings(start: BuildRecord['report']['start']): readonly Diagnostic[] {
  if (start?.skipped === undefined) return [];
  const code: CliCode = 'start-not-proved';
  // Hints are printed with a full stop of their own.
  const hint = cliCodes[code].fix.replace(/\.$/, '');
  return [{ code, severity: 'warning', message: `The build was not seen to answer: ${start.skipped}`, hint }];
}

/** A package that asks for a module of Node at its start was found at its import: the failure is shown there. */
function startFailure({ hint, message }: ArtifactFailed, found: readonly Diagnostic[]): Diagnostic {
  const code: CliCode = 'start-failed';
  const [, name] = /Dynamic require of "([^"]+)"/.exec(message) ?? [];
  const asking = found.find((one) => one.code === 'builtin-module-called' && name !== undefined && one.message.includes(`\`${name}\``));
  return { code, severity: 'error', message, hint: asking?.hint ?? hint, span: asking?.span };
}

/** An executable that a variable can put code in front of works, and whoever builds it learns which Node makes one that it cannot. */
function executableFindings({ executable }: BuildRecord['report']): readonly Diagnostic[] {
  if (executable?.loadsNodeOptions !== true) return [];
  const code: CliCode = 'executable-node-options';
  const message = `${executable.path} loads code that NODE_OPTIONS names: Node ${process.version} makes no executables that ignore it`;
  return [{ code, severity: 'warning', message, hint: cliCodes[code].fix.replace(/\.$/, '') }];
}

/** Failures that the person at the keyboard can act on; others are left as they are. */
function asCliError(error: unknown, target?: string): unknown {
  if (!(error instanceof WriteFailed) && !(error instanceof ExecutableFailed)) return error;
  return new CliError({
    code: error instanceof WriteFailed ? `output-${error.reason}` : `executable-${error.reason}`,
    message: error.message,
    hint: `${error.hint.replace(/\.$/, '')}${target === 'cli' && error instanceof ExecutableFailed ? '; or build a script for Node: --js, or js: true in the deployment' : ''}`,
    exit: 'environment',
    cause: error,
  });
}

type Written = Awaited<ReturnType<typeof writeOutput>>;

function rowOf(
  written: Written,
  facts: Pick<BuiltRow, 'target' | 'tools' | 'tokens' | 'unchanged' | 'unread' | 'adapterLines' | 'report'> & { readonly started: number },
): BuiltRow {
  const bundle = written.files.find((file) => file.path.endsWith('.bundle.js')) ?? written.files[0];
  const archives = written.files.filter(({ path }) => path.endsWith('.mcpb'));
  return {
    target: facts.target,
    archives: archives.length > 1 ? archives.map(({ path, sha256 }) => ({ path, sha256 })) : [],
    file: bundle === undefined ? written.folder : `${written.folder}/${bundle.path}`,
    bytes: bundle?.bytes ?? 0,
    gzipBytes: written.gzipBytes,
    sha256: bundle?.sha256 ?? '',
    tools: facts.tools,
    tokens: facts.tokens,
    milliseconds: Math.round(performance.now() - facts.started),
    unchanged: facts.unchanged,
    unread: facts.unread,
    adapterLines: facts.adapterLines,
    report: facts.report,
  };
}

async function printModel(project: Project, call: CommandCall): Promise<CommandOutcome> {
  const result = await analyse(compileRequest(project, project.deployments[0], checksOf(call)));
  const diagnostics = sortDiagnostics([...project.warnings, ...result.diagnostics]);
  const text = result.model === undefined ? undefined : JSON.stringify(result.model, undefined, 2);
  const data: unknown = text === undefined ? null : JSON.parse(text);
  return {
    exit: hasErrors(diagnostics) ? 'failure' : 'ok',
    data: isJsonObject(data) ? data : null,
    diagnostics,
    projectRoot: project.root,
    sources: new Map([...project.sources, ...result.sources]),
    text,
  };
}

/** `deployments[].cli`, for the target that has a command line. @throws {CliError} for an invalid range of ports */
function commandLineOf({ row, target }: Pick<ProjectDeployment, 'row' | 'target'>): Pick<CompileRequest, 'commandLine'> {
  if (target !== 'cli') return {};
  const settings = row?.target === 'cli' ? row.cli : undefined;
  const range = settings?.oauth?.portRange;
  const [first = 0, last = 0] = range ?? [];
  if (range !== undefined && (range.length !== 2 || first === 0 || first > last))
    throw usageError('usage', 'cli.oauth.portRange must be the first and the last port, such as [8400, 8410]', {
      hint: 'Correct it in deployments of the config',
    });
  return { commandLine: isJsonObject(settings) ? settings : {} };
}

/** @throws {CliError} when `excludeTools` names what the server does not have, so that a renamed tool does not come back in silence */
function checkExcludedTools({ commandLine }: Pick<CompileRequest, 'commandLine'>, { decidedAtStart, server }: Model): void {
  const excluded = commandLine?.['excludeTools'];
  if (!Array.isArray(excluded) || decidedAtStart !== undefined) return;
  const names = server.tools.map(({ listedName }) => listedName);
  const unknown = excluded.find((name) => typeof name === 'string' && !names.includes(name));
  if (typeof unknown !== 'string') return;
  throw usageError('usage', `cli.excludeTools names no tool of the server: ${JSON.stringify(unknown)}`, {
    hint: 'Correct it in deployments of the config',
    suggestion: closestName(unknown, names),
  });
}

type Model = NonNullable<BuildResult['model']>;

/** `service build --refresh`: the documents of the adapters from the network, and what they change for clients. */
async function refresh(request: CompileRequest, call: CommandCall): Promise<RefreshResult> {
  const progress = call.output.progress('Fetching documents');
  return refreshDocuments(request).finally(() => progress.done());
}

/** A line a document, and the difference of the contracts. */
function printRefresh({ changes, documents, versions }: RefreshedDocuments, call: CommandCall): string {
  if (documents.length === 0) return 'No adapter reads a document of the network.';
  const lines = documents.map(({ address, bytes, kind }) => `${kind.padEnd(9)} ${address} (${printSize(bytes)})`);
  if (changes === undefined) return lines.join('\n');
  return [...lines, printChanges(contractReport('the locked documents', changes, versions), paintFor(call.output.stdout))].join('\n');
}

const refreshData = ({ changes, documents }: RefreshedDocuments): JsonObject => ({
  documents: documents.map((one): JsonObject => ({ ...one })),
  changes: changes === undefined ? null : changes.map((one): JsonObject => ({ ...one })),
});
