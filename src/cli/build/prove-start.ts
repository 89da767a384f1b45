import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { connect, RevisionRefused, TimeLimitReached, type OpenChannel } from '@service/sdk/client';
import { stdio } from '@service/sdk/client/node';
import { messageOf, initializeMessage } from '@service/sdk/internal';
import { parseJsonObject } from '@service/sdk/model';
import { httpVariableTexts, serverVariableTexts } from '@service/sdk/options';
import { execa } from 'execa';
import { ArtifactFailed, type BuildResult, type CompileRequest } from '../../compiler/index.ts';
import { readArchive } from '../mcpb/read-archive.ts';

type Proof = NonNullable<NonNullable<BuildResult['output']>['report']['start']>;

/**
 * Starts the artifact in `staged` and waits for its first answer. A start that needs what this machine lacks (a store, variables) is
 * no fault of the artifact: it is reported as skipped.
 * @throws {ArtifactFailed} when it does not answer
 */
export async function proveStart(staged: string, request: CompileRequest, result: BuildResult): Promise<Proof> {
  const { output } = result;
  const platform = `${process.platform}-${process.arch}`;
  const check = output?.target.startCheck?.(request.name);
  if (output === undefined || check === undefined) return { skipped: 'only its platform can start it' };
  if (check.kind !== 'stdio' && output.report.assets.some(({ path }) => path.endsWith('.wasm')))
    return { skipped: 'only its platform loads WebAssembly modules' };
  if (check.kind === 'stdio' && startsLater(result)) return { skipped: 'its sources say when it starts, and as what' };
  const isNative = output.target.archive !== undefined && request.packaging?.nativePlatforms !== undefined;
  if (isNative && request.packaging?.nativePlatforms?.includes(platform) !== true)
    return { skipped: `none of its archives is for ${platform}` };
  const scratch = await mkdtemp(join(tmpdir(), 'service-start-'));
  try {
    const archives = output.files.filter(({ path }) => path.endsWith('.mcpb'));
    const archive = isNative ? archives.find(({ path }) => path.endsWith(`-${platform}.mcpb`)) : archives[0];
    const folder = archive === undefined ? join(staged, isNative ? platform : '') : join(scratch, 'unpacked');
    if (archive !== undefined) await unpack(join(staged, archive.path), folder, dirname(check.script));
    const started: Started = {
      folder,
      script: join(folder, check.script),
      scratch,
      entryPath: output.entryPath,
      environment: request.environment ?? {},
      signal: request.signal,
    };
    const answer = await (check.kind === 'stdio' ? askStdio(started) : askModule(started, check.kind));
    if (answer.kind === 'answered') return { milliseconds: Math.round(answer.milliseconds) };
    return skippedOrFailed(answer, request, result);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Whether the author's own code decides if and when the server answers; such a program is not run here. */
function startsLater({ model }: BuildResult): boolean {
  const { program, server, startCalls = [] } = model ?? {};
  if (startCalls.length === 0) return false;
  const isImmediate = startCalls.every(({ name }) => name === 'bootstrap' || name === 'runStdio');
  return !isImmediate || program !== undefined || server?.options.serve === false;
}

/** Only the server: executables have answered already. */
async function unpack(archive: string, folder: string, serverFolder: string): Promise<void> {
  for (const entry of await readArchive(await readFile(archive))) {
    if (!entry.path.startsWith(`${serverFolder}/`)) continue;
    const file = join(folder, entry.path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, entry.read(), { mode: entry.mode & 0o777 });
  }
}

function skippedOrFailed(answer: Exclude<StartAnswer, { kind: 'answered' }>, request: CompileRequest, result: BuildResult): Proof {
  const said = answer.kind === 'silent' ? `no answer within ${answerLimitMs / 1000} s` : answer.said;
  const unset = (result.environment ?? []).flatMap(({ isSet, name, span }) => (isSet || span === undefined ? [] : [name]));
  const conditions = { variables: request.environment ?? {}, sources: result.sources.values(), unset };
  const [, binding] = /\bThe binding (\S+) of the worker is missing\b/.exec(said) ?? [];
  if (answer.kind === 'ended' && binding !== undefined) return { skipped: `only its platform has the binding ${binding}` };
  if (answer.kind === 'ended' && isEnvironmentFailure(said, conditions)) return { skipped: said };
  throw new ArtifactFailed(
    `The ${result.output?.target.name ?? ''} build of ${request.name} was started and does not answer: ${said}. Nothing was written`,
    'Correct the start; or build with --no-prove, which does not start it',
  );
}

/** How long a server that has answered may take to end by itself, and again when it is asked to. */
const endMs = 1000;

/** Starts a server as clients on a machine of one person do, and asks it one question. */
export async function askStdio(started: Started): Promise<StartAnswer> {
  const { scratch, script, signal } = started;
  const begun = performance.now();
  let heard = begun;
  let said = '';
  const env = { ...startEnvironment(started), SERVICE_STDIO: '1' };
  const open = stdio(process.execPath, [script], { cwd: scratch, env, endMs, onStderr: (text) => void (said += text) });
  const server: OpenChannel = (listener) =>
    open({
      ...listener,
      // Clients pass over what a server prints beside its messages.
      message: (line) => {
        if (parseJsonObject(line) === undefined) return;
        heard = performance.now();
        listener.message(line);
      },
    });
  try {
    const client = await connect(server, { clientInfo, era: 'session', timeoutMs: answerLimitMs, ...(signal && { signal }) });
    const milliseconds = heard - begun;
    await client.close();
    return { kind: 'answered', milliseconds };
  } catch (failure) {
    signal?.throwIfAborted();
    // The server runs.
    if (failure instanceof RevisionRefused) return { kind: 'answered', milliseconds: heard - begun };
    if (failure instanceof TimeLimitReached) return { kind: 'silent' };
    return { kind: 'ended', said: lastWords(said, messageOf(failure).replace(/^The server/, 'it')) };
  }
}

/** Failures that name something missing on this machine. */
const environmentPatterns = [
  /\b(?:StorageConnectionError|STORAGE_CONNECTION_ERROR|StorageNotConfiguredError|JwtSecretRequiredError|JwtSecretWeakError|SqliteDecryptionError)\b/,
  // JwtSecretWeakError in an answer of a worker.
  /"code":"JWT_SECRET_INVALID"/,
  // An older Node than its native packages ask for.
  /\bneeds Node >= [\d.]+, found v/,
  /\b[Ss]et (?:the secret )?[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/,
];

/** Variables that every server reads. */
const ofEveryServer = new Set(Object.keys({ ...httpVariableTexts, ...serverVariableTexts }));

/** A start that refuses a value of an option: `auth.clientId is needed …`, alone, behind the server's name or in an answer of a worker. */
const optionFault = /(?:^|(?<!Error): |"message":")[a-z]\w*(?:\.\w+)+ (?:is|must|needs|has)\b/;

interface StartConditions {
  /** Variables that the start had. */
  readonly variables: Readonly<Record<string, string>>;
  /** Texts of the project's files. */
  readonly sources: Iterable<string>;
  /** Names of variables that the definitions read and that have no value here. */
  readonly unset: readonly string[];
}

/**
 * Whether a failed start is caused by this machine, so that the artifact may work elsewhere: a store is missing, a variable is not set, or
 * an option has a wrong value while a variable that decides options is not set.
 */
export function isEnvironmentFailure(said: string, { sources, unset, variables }: StartConditions): boolean {
  if (environmentPatterns.some((pattern) => pattern.test(said))) return true;
  if (unset.length > 0 && optionFault.test(said)) return true;
  const names = (said.match(/\b[A-Z][A-Z0-9_]*[A-Z0-9]\b/g) ?? []).filter((name) => !Object.hasOwn(variables, name));
  const texts = [...sources];
  return names.some((name) => ofEveryServer.has(name) || texts.some((text) => namesVariable(text, name)));
}

/** A name of one word may be prose, so it counts only where it is read or quoted. */
const namesVariable = (text: string, name: string): boolean =>
  name.includes('_') ? text.includes(name) : [`env.${name}`, `'${name}'`, `"${name}"`].some((form) => text.includes(form));

/**
 * Imports the module as its platform does and sends one request; addresses and texts come as arguments, so that none is program text. Values of
 * variables are no arguments, which every user of the machine can read.
 */
const asking = {
  fetch: `const context = { waitUntil() {}, passThroughOnException() {} };
const request = new Request(url, { method: 'POST', headers, body });
const variables = Object.fromEntries(JSON.parse(names).map((name) => [name, process.env[name]]));
const answer = await module.fetch(request, variables, context);
const { status } = answer;
const text = () => answer.text();`,
  event: `const { host, pathname } = new URL(url);
const requestContext = { http: { method: 'POST', path: pathname, sourceIp: '127.0.0.1' }, domainName: host, stage: '$default' };
const answer = await module.handler({ version: '2.0', rawPath: pathname, rawQueryString: '', headers: { ...headers, host }, requestContext, body }, {});
const { statusCode: status } = answer;
const text = () => answer.body;`,
};
const printAsking = (kind: keyof typeof asking): string => `const [path, url, body, names] = process.argv.slice(1);
const { default: module } = await import(path);
const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
${asking[kind]}
console.log(performance.timeOrigin + performance.now());
if (status >= 500) { console.error(await text()); process.exit(1); }
process.exit(0);`;

/** Loads a module that answers requests in Node and asks it one question. */
async function askModule(started: Started, kind: 'fetch' | 'event'): Promise<StartAnswer> {
  const { entryPath, environment, scratch, script, signal } = started;
  const begun = performance.timeOrigin + performance.now();
  const address = new URL(entryPath, 'http://127.0.0.1').href;
  // Workers and functions answer `initialize` only with a key for sessions; their own is set where they are deployed.
  const variables = { MCP_SESSION_SECRET: randomBytes(32).toString('hex'), ...environment };
  const message = initializeMessage({ clientInfo, capabilities: {} });
  const words = [pathToFileURL(script).href, address, message, JSON.stringify(Object.keys(variables))];
  const { exitCode, stderr, stdout, timedOut } = await execa(process.execPath, ['--input-type=module', '-e', printAsking(kind), ...words], {
    cwd: scratch,
    env: { ...startEnvironment(started), ...variables },
    extendEnv: false,
    reject: false,
    stdin: 'ignore',
    timeout: answerLimitMs,
    cancelSignal: signal,
  });
  signal?.throwIfAborted();
  if (timedOut) return { kind: 'silent' };
  if (exitCode === 0) return { kind: 'answered', milliseconds: Number(stdout.split('\n').at(-1)) - begun };
  return { kind: 'ended', said: lastWords(stderr, `it ended with exit code ${exitCode}`) };
}

interface Started {
  /** Folder with the script. */
  readonly folder: string;
  /** Absolute. */
  readonly script: string;
  /** Working folder, home and temporary folder of the process: what a start writes goes there. */
  readonly scratch: string;
  readonly entryPath: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly signal: AbortSignal | undefined;
}

/** An answer with its time, or the last words of a process that gave none. */
export type StartAnswer =
  | { readonly kind: 'answered'; readonly milliseconds: number }
  | { readonly kind: 'ended'; readonly said: string }
  | { readonly kind: 'silent' };

/** Enough for a server that opens its stores, on a busy machine. */
const answerLimitMs = 20_000;

/** How the check introduces itself. */
const clientInfo = { name: 'service build', version: '1' } as const;

/** The variables of the evaluation, with empty folders in place of the user's own. */
const startEnvironment = ({ environment, scratch }: Pick<Started, 'environment' | 'scratch'>): Record<string, string> => ({
  ...Object.fromEntries(['PATH', 'SystemRoot'].flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))),
  HOME: scratch,
  TMPDIR: scratch,
  ...environment,
});

/** The line that names the failure, as an answer, as a log line or as one in JSON; `otherwise` where nothing was said. */
export function lastWords(text: string, otherwise: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('Set SERVICE_LOG_LEVEL=') && !/^(?:at |Node\.js v)/.test(line));
  const failure = lines.find((line) => /(?:^|: |failure=|"name":")\w*Error\b/.test(line)) ?? lines.at(-1) ?? otherwise;
  return failure.replace(/\.$/, '');
}
