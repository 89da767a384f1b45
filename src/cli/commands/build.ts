import { relative } from 'node:path';
import type { JsonObject } from '@service/sdk/model';
import {
  type BuildRecord,
  ExecutableFailed,
  WriteFailed,
  analyse,
  build,
  findUnchanged,
  loadAhead,
  writeOutput,
} from '../../compiler/index.ts';
import { hasErrors, sortDiagnostics } from '../../compiler/diagnostics/index.ts';
import type { Diagnostic } from '../../compiler/diagnostics/index.ts';
import type { Project, ProjectDeployment } from '../../config/load-project.ts';
import { CliError } from '../cli-error.ts';
import type { CommandCall, CommandOutcome } from '../command.ts';
import { budgetFindings, checkBudgets } from '../inspect/check-budgets.ts';
import { packagingOf, refuseFlagsWithoutArchive } from '../mcpb/packaging.ts';
import { refuseExecutableWithoutTarget, wantsExecutable } from '../project/executable-flag.ts';
import { letBundlerGrow } from '../project/let-bundler-grow.ts';
import { compileRequest, openProject, targetOf } from '../project/open-project.ts';
import { printSize } from '../project/print-size.ts';
import { columns } from '../terminal.ts';

/** One line of the final table. */
interface BuiltRow {
  readonly target: string;
  readonly file: string;
  readonly bytes: number;
  readonly gzipBytes: number;
  /** Of the file. */
  readonly sha256: string;
  readonly tools: number | null;
  readonly milliseconds: number;
  readonly unchanged: boolean;
  /** Who keeps zod in the bundle; null when nobody does. */
  readonly zod: Zod | null;
  readonly beside: Beside;
}

type Zod = NonNullable<BuildRecord['report']['zod']>;

/** What lies beside the bundle. */
type Beside = Pick<BuildRecord['report'], 'assets' | 'copied' | 'executable'>;

interface Findings {
  readonly diagnostics: Diagnostic[];
  readonly sources: Map<string, string>;
}

/** `service build`: every chosen deployment, each whole or not at all. */
export async function runBuild(call: CommandCall): Promise<CommandOutcome> {
  letBundlerGrow(process.env);
  // Without the flag the build may turn out to be unchanged, and then nothing is loaded at all.
  if (call.flags.switch('force')) void loadAhead();
  const project = await openProject(call);
  if (!call.flags.switch('print-model')) await Promise.all(project.deployments.map(targetOf));
  refuseFlagsWithoutArchive(project, call);
  await refuseExecutableWithoutTarget(project.deployments, call);
  if (call.flags.switch('print-model')) return printModel(project, call);
  const found: Findings = { diagnostics: [...project.warnings], sources: new Map(project.sources) };
  const rows: BuiltRow[] = [];
  for (const deployment of project.deployments) {
    const row = await buildOne(project, deployment, { call, found });
    if (row === undefined) break;
    rows.push(row);
  }
  const diagnostics = sortDiagnostics(found.diagnostics);
  const failed = hasErrors(diagnostics);
  return {
    exit: failed ? 'failure' : 'ok',
    data: { outputs: rows.map(rowData) },
    diagnostics,
    sources: found.sources,
    text:
      rows.length === 0
        ? undefined
        : [
            printTable(rows, call.cwd),
            ...rows.flatMap((row) => [...printDigest(row), ...printBeside(row), ...printZod(row, call.cwd)]),
          ].join('\n'),
  };
}

/** Undefined when the sources have errors; nothing is written then. */
async function buildOne(
  project: Project,
  deployment: ProjectDeployment,
  at: { readonly call: CommandCall; readonly found: Findings },
): Promise<BuiltRow | undefined> {
  const { call, found } = at;
  const started = performance.now();
  const target = await targetOf(deployment);
  const plain = compileRequest(project, deployment, { typeCheck: !call.flags.switch('no-check'), signal: call.signal, env: call.env });
  const executable = target.executable !== undefined && wantsExecutable(deployment, call);
  const packaging = target.archive === undefined ? {} : { packaging: await packagingOf(project, deployment, call) };
  const request = { ...plain, ...(executable ? { executable } : {}), ...packaging };
  const before = call.flags.switch('force') ? undefined : await findUnchanged(request, target, deployment.folder);
  if (before !== undefined) {
    found.diagnostics.push(...before.diagnostics);
    const facts = { target: target.name, tools: null, started, unchanged: true, zod: before.report.zod ?? null, beside: before.report };
    return rowOf(before.written, facts);
  }
  const progress = call.output.progress(`Building ${target.name}`);
  try {
    const result = await build(request, target);
    found.diagnostics.push(...result.diagnostics);
    for (const [file, text] of result.sources) found.sources.set(file, text);
    call.signal.throwIfAborted();
    if (result.output === undefined || result.model === undefined) return undefined;
    const { gzipBytes } = result.output.report;
    const budgets = await checkBudgets(project.budgets, result.model.server, [{ target: target.name, gzipBytes }]);
    const exceeded = budgetFindings(budgets, result.model);
    found.diagnostics.push(...exceeded);
    if (exceeded.length > 0) return undefined;
    const written = await writeOutput(request, result, deployment.folder);
    const tools = result.model?.server.tools.length ?? null;
    return rowOf(written, {
      target: target.name,
      tools,
      started,
      unchanged: false,
      zod: result.output.report.zod ?? null,
      beside: result.output.report,
    });
  } catch (error) {
    throw call.signal.aborted ? error : asCliError(error);
  } finally {
    progress.done();
  }
}

/** Failures that the person at the keyboard can act on; others are left as they are. */
function asCliError(error: unknown): unknown {
  if (!(error instanceof WriteFailed) && !(error instanceof ExecutableFailed)) return error;
  return new CliError({
    code: error instanceof WriteFailed ? `output-${error.reason}` : `executable-${error.reason}`,
    message: error.message,
    hint: error.hint.replace(/\.$/, ''),
    exit: 'environment',
    cause: error,
  });
}

type Written = Awaited<ReturnType<typeof writeOutput>>;

function rowOf(
  written: Written,
  facts: Pick<BuiltRow, 'target' | 'tools' | 'unchanged' | 'zod' | 'beside'> & { readonly started: number },
): BuiltRow {
  const bundle = written.files.find((file) => file.path.endsWith('.bundle.js')) ?? written.files[0];
  return {
    target: facts.target,
    file: bundle === undefined ? written.folder : `${written.folder}/${bundle.path}`,
    bytes: bundle?.bytes ?? 0,
    gzipBytes: written.gzipBytes,
    sha256: bundle?.sha256 ?? '',
    tools: facts.tools,
    milliseconds: Math.round(performance.now() - facts.started),
    unchanged: facts.unchanged,
    zod: facts.zod,
    beside: facts.beside,
  };
}

function printTable(rows: readonly BuiltRow[], cwd: string): string {
  const head = ['target', 'file', 'raw', 'gzip', 'tools', 'time'];
  return columns([
    head,
    ...rows.map((row) => [
      row.target,
      relative(cwd, row.file),
      printSize(row.bytes),
      printSize(row.gzipBytes),
      row.tools === null ? '-' : String(row.tools),
      row.unchanged ? 'unchanged' : `${(row.milliseconds / 1000).toFixed(2)} s`,
    ]),
  ]);
}

const rowData = ({ beside, zod, ...row }: BuiltRow): JsonObject => ({
  ...row,
  assets: beside.assets.map((one): JsonObject => ({ ...one })),
  copied: beside.copied.map((one): JsonObject => ({ ...one })),
  executable: beside.executable === undefined ? null : { ...beside.executable },
  zod: zod === null ? null : { bytes: zod.bytes, because: zod.because.map((reason): JsonObject => ({ ...reason })) },
});

/** A list of everybody who uses zod by hand would say no more. */
const maxReasons = 12;

/** What a registry asks of an archive. */
const printDigest = ({ file, sha256, target }: BuiltRow): string[] => (file.endsWith('.mcpb') ? [`${target}: sha256 ${sha256}`] : []);

/** A line for the executable, the files and the packages beside a bundle, where there are any. */
function printBeside({ beside: { assets, copied, executable }, target }: BuiltRow): string[] {
  const sum = (rows: readonly { readonly bytes: number }[]): string => printSize(rows.reduce((all, { bytes }) => all + bytes, 0));
  const native = copied.some((one) => one.native) ? `, with add-ons for ${process.platform}-${process.arch}` : '';
  const names = copied.slice(0, 5).map(({ name, version }) => `${name}@${version}`);
  const more = copied.length > names.length ? ` and ${copied.length - names.length} more` : '';
  return [
    ...(executable === undefined
      ? []
      : [`${target}: single executable ${executable.path} for ${executable.platform} (${printSize(executable.bytes)})`]),
    ...(assets.length === 0
      ? []
      : [`${target}: ${assets.length} ${assets.length === 1 ? 'file' : 'files'} beside the bundle (${sum(assets)})`]),
    ...(copied.length === 0 ? [] : [`${target}: copied ${names.join(', ')}${more} (${sum(copied)})${native}`]),
  ];
}

function printZod({ file, zod }: BuiltRow, cwd: string): string[] {
  if (zod === null) return [];
  const rest = zod.because.length - maxReasons;
  return [
    `zod stays in ${relative(cwd, file)} (${printSize(zod.bytes)} before gzip):`,
    ...printReasons(zod.because.slice(0, maxReasons)),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ];
}

/** Reasons with the same remedy stand together, and the remedy below them once. */
function printReasons(reasons: Zod['because']): string[] {
  const hints = [...new Set(reasons.map(({ hint }) => hint))];
  const sorted = hints.flatMap((hint) => reasons.filter((one) => one.hint === hint));
  const rows = columns(sorted.map(({ place, text }) => ['', place ?? '', text])).split('\n');
  return rows.flatMap((row, at) => {
    const hint = sorted[at]?.hint;
    return hint === undefined || hint === sorted[at + 1]?.hint ? [row] : [row, `    ${hint}.`];
  });
}

async function printModel(project: Project, call: CommandCall): Promise<CommandOutcome> {
  const [deployment] = project.deployments;
  if (deployment === undefined) throw new Error('a project without deployments');
  const result = await analyse(
    compileRequest(project, deployment, { typeCheck: !call.flags.switch('no-check'), signal: call.signal, env: call.env }),
  );
  const diagnostics = sortDiagnostics([...project.warnings, ...result.diagnostics]);
  const text = result.model === undefined ? undefined : JSON.stringify(result.model, undefined, 2);
  const data: unknown = text === undefined ? null : JSON.parse(text);
  return {
    exit: hasErrors(diagnostics) ? 'failure' : 'ok',
    data: isJsonObject(data) ? data : null,
    diagnostics,
    sources: new Map([...project.sources, ...result.sources]),
    text,
  };
}

/** What `JSON.parse` made of an object's text is JSON. */
function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
