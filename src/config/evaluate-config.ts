import { messageOf } from '@service/sdk/internal';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire, SourceMap } from 'node:module';
import { basename, dirname, extname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compileFunction, constants, runInNewContext } from 'node:vm';
import type { Diagnostic } from '../compiler/diagnostics/index.ts';
import { withoutByteOrderMark } from '../compiler/diagnostics/source-text.ts';
import { runChild, startChild } from '../compiler/isolation/index.ts';
import type { ConfigCode } from './config-codes.ts';
import { ConfigProblem, type ConfigDiagnostic } from './config-problem.ts';
import type { ConfigReport } from './child/report-config.ts';
import { jsonFault } from './json-fault.ts';

/** A config that waits for something (a server, a prompt) or never ends would hang every command. */
const evaluationLimitMs = 10_000;

export interface EvaluatedConfig {
  readonly value: unknown;
  /** Text of the file itself. */
  readonly text: string;
  /** Absolute paths of the file and of what it imports. */
  readonly files: readonly string[];
}

/**
 * How a config file that is a program is read: in this process, for commands that run the project anyway; in a restricted one, for commands
 * that only look at it; or not at all.
 */
export type ConfigTrust = 'run' | 'look' | 'skip';

/**
 * The value that a config file describes, unchecked. Modules are bundled in memory, so that nothing is ever written beside the user's files.
 * @param limitMs within which it must have loaded
 * @throws {ConfigProblem}
 */
export async function evaluateConfig(
  file: string,
  trust: Exclude<ConfigTrust, 'skip'> = 'run',
  limitMs = evaluationLimitMs,
): Promise<EvaluatedConfig> {
  const text = readConfigText(file);
  if (extname(file) === '.json') return { value: parseJson(file, text), text, files: [file] };
  if (trust === 'look') return { ...(await lookAtConfig(file, limitMs)), text };
  const { code, files, format, map } = await bundleProgram(file);
  const loaded = await withDeadline({ file, limitMs, map }, async () =>
    format === 'cjs' ? runScript(file, code, limitMs) : importModule(code),
  );
  return { value: defaultExport(loaded), text, files };
}

/** A script where the config allows it: only a script can be interrupted. */
async function bundleProgram(file: string): Promise<BundledConfig & { readonly format: BundleOptions['format'] }> {
  try {
    return { ...(await bundleConfig(file, { entry: file, format: 'cjs' })), format: 'cjs' };
  } catch (error) {
    if (!(error instanceof ConfigProblem && error.diagnostics.some(({ message }) => message.includes('Top-level await')))) throw error;
    return { ...(await bundleConfig(file, { entry: file, format: 'esm' })), format: 'esm' };
  }
}

/** Node interrupts it at the deadline, in the middle of a loop too. */
function runScript(file: string, code: Uint8Array, limitMs: number): unknown {
  const module: { exports: unknown } = { exports: {} };
  const load = compileFunction(Buffer.from(code).toString(), ['exports', 'require', 'module'], {
    filename: file,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  runInNewContext(
    'run()',
    { run: () => void Reflect.apply(load, undefined, [module.exports, createRequire(file), module]) },
    { timeout: limitMs },
  );
  const { exports } = module;
  return typeof exports === 'object' && exports !== null && '__esModule' in exports ? exports : { default: exports };
}

/** With `await` outside of functions only the loader of modules can run it. */
const importModule = (code: Uint8Array): Promise<unknown> => import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);

function readConfigText(file: string): string {
  try {
    return withoutByteOrderMark(readFileSync(file, 'utf8'));
  } catch (error) {
    throw problem('config-unreadable', file, `cannot be read: ${messageOf(error)}`);
  }
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { span, what } = jsonFault(basename(file), text) ?? { what: messageOf(error) };
    throw new ConfigProblem([{ ...fault('config-syntax', file, `is not JSON: ${what}`), span }]);
  }
}

/** Everything that a config and what it imports say, as one text; nothing of it is run. */
export async function readBundledConfig(file: string): Promise<string> {
  return extname(file) === '.json' ? readConfigText(file) : Buffer.from((await bundleProgram(file)).code).toString();
}

/** Loads a config in a restricted process, with no variables of this one. */
async function lookAtConfig(file: string, limitMs: number): Promise<Pick<EvaluatedConfig, 'value' | 'files'>> {
  const child = startChild({ cwd: dirname(file), isModule: true });
  try {
    const { code, files } = await bundleConfig(file, { entry: reportEntry, format: 'esm' });
    const end = await runChild(Buffer.from(code).toString(), { child, timeoutMs: limitMs });
    if (end.kind === 'timeout') throw lateProblem(file, limitMs);
    if (end.kind === 'died') throw problem('config-threw', file, `failed while it was loaded: its process ended early (${end.how})`);
    const report = readReport(end.text);
    if (report === undefined) throw problem('config-threw', file, 'failed while it was loaded: what its process reported cannot be read');
    if (report.kind === 'threw') throw problem('config-threw', file, `failed while it was loaded: ${report.message}`);
    return { value: defaultExport(report.value), files };
  } finally {
    child.process.kill('SIGKILL');
  }
}

type ReadReport = { readonly kind: 'value'; readonly value: unknown } | { readonly kind: 'threw'; readonly message: string };

/** The report of our child; undefined for any other text, because the config can write to the same pipe. */
function readReport(text: string): ReadReport | undefined {
  try {
    const report = JSON.parse(text) as Partial<ConfigReport> | null;
    if (report?.kind === 'threw' && typeof report.message === 'string') return { kind: 'threw', message: report.message };
    if (report?.kind === 'value' && typeof report.text === 'string') return { kind: 'value', value: JSON.parse(report.text) as unknown };
  } catch {
    // Not JSON.
  }
  return undefined;
}

const reportEntry = 'service:report-config';

/** The child's module is bundled from beside this file: TypeScript in a checkout, JavaScript when published. */
function reportModule(): string {
  const source = fileURLToPath(new URL('./child/report-config.ts', import.meta.url));
  return existsSync(source) ? source : fileURLToPath(new URL('./child/report-config.js', import.meta.url));
}

interface BundleOptions {
  /** The config itself, or the module that tells its value to another process. */
  readonly entry: string;
  readonly format: 'cjs' | 'esm';
}

interface BundledConfig {
  readonly code: Uint8Array;
  /** From the code to the files that it was made of. */
  readonly map: SourceMap;
  readonly files: readonly string[];
}

async function bundleConfig(file: string, { entry, format }: BundleOptions): Promise<BundledConfig> {
  const { build } = await import('esbuild');
  const here = JSON.stringify(pathToFileURL(file).href);
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: 'node',
    format,
    target: 'node20',
    logLevel: 'silent',
    metafile: true,
    sourcemap: 'external',
    outfile: `${file}.js`,
    absWorkingDir: dirname(file),
    // CommonJS dependencies of a config call `require`, which a module does not have.
    banner: {
      js:
        format === 'cjs' ? '' : `import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(${here});`,
    },
    define: {
      'import.meta.url': here,
      'import.meta.dirname': JSON.stringify(dirname(file)),
      __dirname: JSON.stringify(dirname(file)),
      __filename: JSON.stringify(file),
    },
    plugins: [
      {
        name: 'define-config',
        setup: (setup) => {
          setup.onResolve({ filter: /^@service\/cli\/config$/ }, () => ({ path: 'config', namespace: 'service' }));
          setup.onResolve({ filter: /^service:report-config$/ }, () => ({ path: 'report', namespace: 'service-report' }));
          setup.onLoad({ filter: /.*/, namespace: 'service-report' }, () => ({
            contents: printReportEntry(file),
            resolveDir: dirname(file),
          }));
          setup.onLoad({ filter: /.*/, namespace: 'service' }, () => ({
            contents: 'export const defineConfig = (config) => config, defineCommand = (command) => command;',
          }));
        },
      },
    ],
  }).catch((error: unknown) => {
    throw new ConfigProblem(syntaxFaults(file, error));
  });
  const [map, output] = result.outputFiles;
  if (map === undefined || output === undefined) throw new Error(`bundling ${file} made no output`);
  const inputs = Object.keys(result.metafile.inputs).filter((name) => !/^service(?:-report)?:/.test(name));
  const files = inputs.map((name) => resolve(dirname(file), name));
  return {
    code: output.contents,
    map: new SourceMap(JSON.parse(map.text) as ConstructorParameters<typeof SourceMap>[0]),
    files: files.filter((name) => name !== reportModule()),
  };
}

const printReportEntry = (file: string): string =>
  `import { reportConfig } from ${JSON.stringify(reportModule())};\nawait reportConfig(() => import(${JSON.stringify(file)}));\n`;

interface BundlerMessage {
  readonly text: string;
  readonly location: { readonly file: string; readonly line: number; readonly column: number } | null;
}

function syntaxFaults(file: string, error: unknown): readonly ConfigDiagnostic[] {
  const messages =
    typeof error === 'object' && error !== null && 'errors' in error && Array.isArray(error.errors)
      ? error.errors.filter(isBundlerMessage)
      : [];
  if (messages.length === 0) return [fault('config-syntax', file, `cannot be read: ${messageOf(error)}`)];
  return messages.map(({ location, text }) => {
    if (location === null) return fault('config-syntax', file, `does not parse: ${text}`);
    // The bundler also reads what the config imports, and the package.json beside it.
    const place = { file: location.file, start: 0, end: 0, line: location.line, column: location.column + 1 };
    return { ...fault('config-syntax', location.file, `does not parse: ${text}`), span: place };
  });
}

function isBundlerMessage(value: unknown): value is BundlerMessage {
  return typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string' && 'location' in value;
}

interface Loading {
  readonly file: string;
  readonly limitMs: number;
  readonly map: SourceMap;
}

async function withDeadline<Value>({ file, limitMs, map }: Loading, work: () => Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(lateProblem(file, limitMs)), limitMs);
  });
  try {
    return await Promise.race([work(), late]);
  } catch (error) {
    if (error instanceof ConfigProblem) throw error;
    if (wasInterrupted(error)) throw lateProblem(file, limitMs);
    throw new ConfigProblem([
      { ...fault('config-threw', file, `failed while it was loaded: ${messageOf(error)}`), span: thrownAt(error, { file, map }) },
    ]);
  } finally {
    clearTimeout(timer);
  }
}

/** The author's line that threw: the first one of the bundled config in the stack. */
function thrownAt(error: unknown, { file, map }: Pick<Loading, 'file' | 'map'>): Diagnostic['span'] {
  const stack = typeof error === 'object' && error !== null && 'stack' in error ? String(error.stack) : '';
  const frame = stack.split('\n').find((line) => /^ +at /.test(line) && (line.includes(file) || line.includes('data:text/javascript')));
  const [, line, column] = /:(\d+):(\d+)\)?$/.exec(frame ?? '') ?? [];
  if (line === undefined || column === undefined) return undefined;
  const found = map.findEntry(Number(line) - 1, Number(column) - 1);
  if (!('originalSource' in found)) return undefined;
  return { file: found.originalSource, start: 0, end: 0, line: found.originalLine + 1, column: found.originalColumn + 1 };
}

/** The error is one of the script's own realm. */
const wasInterrupted = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';

/** An ES module's default export; a CommonJS one arrives wrapped once more. */
function defaultExport(loaded: unknown): unknown {
  if (typeof loaded !== 'object' || loaded === null || !('default' in loaded)) return undefined;
  const value = loaded.default;
  return typeof value === 'object' && value !== null && 'default' in value && '__esModule' in value ? value.default : value;
}

const lateProblem = (file: string, limitMs: number): ConfigProblem =>
  problem('config-timeout', file, `did not finish loading within ${limitMs / 1000} s`);
const fault = (code: ConfigCode, file: string, what: string): ConfigDiagnostic => ({
  code,
  severity: 'error',
  message: `${basename(file)} ${what}`,
});
const problem = (code: ConfigCode, file: string, what: string): ConfigProblem => new ConfigProblem([fault(code, file, what)]);
