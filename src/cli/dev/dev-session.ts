import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { table } from '@service/sdk/terminal';
import { execa } from 'execa';
import { build, createCompileCache, writeScratch, type BuildResult } from '../../compiler/index.ts';
import { contractChanges, contractOf } from '../../compiler/contract/index.ts';
import { hasErrors, type Diagnostic } from '../../compiler/diagnostics/index.ts';
import type { Project } from '../../config/load-project.ts';
import { relativePosix } from '../../std/paths.ts';
import { CliError, usageError } from '../cli-error.ts';
import type { CommandCall, Flags } from '../command.ts';
import type { PageEvents } from '../page/page-events.ts';
import { pageFinding } from '../page/page-finding.ts';
import type { PlacesAnswer, PlacesRequest } from '../page/page-types.ts';
import { printFindings } from '../print-outcome.ts';
import { compileRequest, openProject, targetOf } from '../project/open-project.ts';
import { devEnvironment, envFiles } from './dev-environment.ts';
import { serverProcess, type ServerEvents, type ServerProcess } from './server-process.ts';
import { stdioServer } from './stdio-server.ts';
import { watchFiles, type Watch } from './watch-files.ts';
import { WidgetPreview } from './widget-preview.ts';
import { findPortOwner, isPortFree } from '@service/sdk/hosts/port-owner';

/** One run of `service dev`: a server, a watch and a type check that follow the project's files and settings. */
export class DevSession {
  readonly #call: CommandCall;
  readonly #page: PageEvents;
  readonly #server: ServerProcess;
  readonly #watch: Watch;
  readonly #cache = createCompileCache();
  readonly #preview: WidgetPreview;
  #running: Promise<void> = Promise.resolve();
  #waiting: Promise<void> | undefined;
  #typeCheck = new AbortController();
  #started = 0;
  #greeted = false;
  #port: number | undefined;
  #shown = '';
  #followed: readonly string[] = [];
  #model: BuildResult['model'];
  #url = '';
  #isUp = false;
  /** Reason that no server runs, for waiting calls. */
  #down = beingBuilt;
  /** Settles when the one client of `--stdio` has gone; never without it. */
  readonly clientGone: Promise<void>;

  /** @param page hears what happens to the server */
  constructor(call: CommandCall, page: PageEvents) {
    const { output } = call;
    this.#call = call;
    this.#page = page;
    this.#preview = new WidgetPreview(page);
    const events: ServerEvents = {
      print: (line) => {
        output.say(line);
        page.line(stripVTControlCharacters(line));
      },
      ready: (url) => this.#announce(url),
      exit: (code) => {
        this.#isUp = false;
        page.tell({ kind: 'server', state: 'ended' });
        this.#down = `It ended with code ${code ?? 'none'}; its output is in the terminal of \`service dev\``;
        output.say(output.paint('red', `The server ended with code ${code ?? 'none'}; save a file to start it again.`));
      },
    };
    const ends = { input: call.stdin, toClient: (line: string) => output.data(line), whyDown: () => this.#down };
    const bridged = call.flags.switch('stdio') ? stdioServer(events, ends) : undefined;
    this.#server = bridged ?? serverProcess(events);
    this.clientGone = bridged?.clientGone ?? new Promise(() => undefined);
    this.#watch = watchFiles((files) => {
      for (const file of files) output.say(output.paint('dim', `changed ${relativePosix(call.cwd, file)}`));
      // First what a person waits for: the build would keep this process from it.
      this.#preview
        .show(files)
        .then(() => this.reload())
        .catch((error: unknown) => this.#showFailure(error));
    });
  }

  /** Builds and serves once more. Saves during a build queue one more build, never two at once. */
  reload(): Promise<void> {
    const next = (): Promise<void> => {
      this.#waiting = undefined;
      this.#running = this.#reloadOnce();
      return this.#running;
    };
    this.#waiting ??= this.#running.then(next, next);
    return this.#waiting;
  }

  async close(): Promise<void> {
    this.#watch.close();
    this.#typeCheck.abort();
    await this.#running.catch(() => undefined);
    this.#server.close();
    await this.#server.stop();
  }

  async #reloadOnce(): Promise<void> {
    const { signal, env, flags } = this.#call;
    if (signal.aborted) return;
    this.#typeCheck.abort();
    this.#started = performance.now();
    this.#page.tell({ kind: 'server', state: 'building' });
    this.#server.prepare();
    const project = await openProject(this.#call);
    const { result, bundle } = await this.#build(project);
    if (signal.aborted) return;
    if (bundle === undefined) return this.#notBuilt();
    this.#showContract(result.model);
    const wanted = chooseDevPort(project, result, flags);
    await this.#server.stop();
    this.#isUp = false;
    const auto = flags.text('port') === 'auto';
    const kept = this.#port === wanted || (auto && this.#port !== undefined);
    const port = kept || flags.switch('stdio') ? (this.#port ?? wanted) : await freeDevPort(wanted, project, auto);
    this.#port = port;
    if (signal.aborted) return;
    this.#isUp = true;
    this.#down = beingBuilt;
    this.#server.start(bundle, devEnvironment(project, env, port));
    if (!flags.switch('no-check')) this.#showTypeErrors(project);
  }

  /** The same bundle as `service build --target node` makes, below `.service/dev`; absent when the sources have errors. */
  async #build(project: Project): Promise<{ readonly result: BuildResult; readonly bundle?: string }> {
    const settingFiles = [...project.files, ...envFiles(project), project.entry.value];
    this.#watch.follow([...this.#followed, ...settingFiles], true);
    const deployment = project.deployments.find((one) => one.target === 'node') ?? { target: 'node', folder: '', variables: {} };
    const target = await targetOf(deployment);
    const request = {
      ...compileRequest(project, deployment, { typeCheck: false, call: this.#call }),
      cache: this.#cache,
      locatesWidgets: true,
    };
    const result = await build(request, target);
    const sources = [...result.sources.keys()].map((file) => join(project.root, file));
    const read = result.output?.report.inputs ?? [...sources, ...(result.evaluated ?? [])];
    if (read.length > 0) this.#followed = read;
    const findings = [...project.warnings, ...result.diagnostics];
    this.#watch.follow([...this.#followed, ...settingFiles], hasErrors(findings));
    await this.#showFindings(findings, new Map([...project.sources, ...result.sources]));
    if (result.output === undefined) return { result };
    this.#preview.follow(result.output.widgets);
    const folder = join(project.root, '.service', 'dev', 'node');
    await writeScratch(request, result, folder);
    return { result, bundle: join(folder, target.bundle.fileName(request.name)) };
  }

  /** The tools of the server that was built last, a line each; for the key `t`. */
  tools(): string {
    const tools = this.#model?.server.tools ?? [];
    return tools.length === 0 ? 'No tools.' : table(tools.map((tool) => [tool.listedName, tool.description ?? '(no description)']));
  }

  /** Where positions of a widget are in the sources. */
  placesOf(request: PlacesRequest): Promise<PlacesAnswer['places']> {
    return this.#preview.placesOf(request);
  }

  /** Where it is served; empty before the first time. */
  get url(): string {
    return this.#url;
  }

  #announce(url: string): void {
    const { flags, output } = this.#call;
    this.#url = url;
    const took = Math.round(performance.now() - this.#started);
    this.#page.tell({ kind: 'server', state: 'serving', url, took });
    output.say(`${output.paint('green', 'serving')} ${url} (${took} ms)`);
    if (this.#greeted) return;
    this.#greeted = true;
    const ends = flags.switch('stdio') ? 'Reloads on every save; ends with its client.' : 'Reloads on every save; Ctrl-C ends it.';
    const config = flags.switch('stdio') ? '' : `client config: ${clientConfig(url)}\n`;
    output.say(output.paint('dim', config + ends));
  }

  /** What happens next, below the findings of a build that failed. */
  #notBuilt(): void {
    const { output } = this.#call;
    this.#page.tell({ kind: 'server', state: 'failed' });
    if (!this.#isUp) this.#down = 'The last build failed; its errors are in the terminal of `service dev`';
    const served = this.#isUp ? 'The server of the last good build goes on' : 'Nothing is served';
    output.say(output.paint('red', `${served}; save a file to build again.`));
  }

  /** A line for each change that clients notice; what breaks them stands out. */
  #showContract(model: BuildResult['model']): void {
    const { output } = this.#call;
    if (model === undefined) return;
    const before = this.#model ?? model;
    const contract = contractOf(model.server, model.decidedAtStart);
    for (const { kind, message, name, of } of contractChanges(contractOf(before.server, before.decidedAtStart), contract)) {
      const line = `${of} \`${name}\`: ${message}, ${kind}`;
      output.say(kind === 'breaking' ? output.paint('yellow', line) : output.paint('dim', line));
    }
    this.#model = model;
  }

  /** Repeated after every save, the same warnings would hide new ones. */
  async #showFindings(findings: readonly Diagnostic[], sources: ReadonlyMap<string, string>): Promise<void> {
    this.#page.tell({ kind: 'findings', findings: findings.map(pageFinding) });
    const text = findings.length === 0 ? '' : await printFindings(findings, { sources, output: this.#call.output });
    if (text !== '' && (text !== this.#shown || hasErrors(findings))) this.#call.output.say(text);
    this.#shown = text;
  }

  #showTypeErrors(project: Project): void {
    const { cwd, env, output } = this.#call;
    this.#typeCheck = new AbortController();
    const { signal } = this.#typeCheck;
    typeCheck({ cwd, env, entry: project.entry.value, config: project.configFile, colours: output.stderr.colours, signal }).then(
      (text) => (text === undefined ? undefined : output.say(text)),
      (error: unknown) => output.detail(String(error)),
    );
  }

  #showFailure(error: unknown): void {
    const { output } = this.#call;
    if (!(error instanceof CliError)) return output.say(String(error));
    this.#showFindings(error.diagnostics, error.sources).then(
      () => this.#notBuilt(),
      (failure: unknown) => output.say(String(failure)),
    );
  }
}

const beingBuilt = 'It is being built';

/** An entry for an HTTP server that most clients accept. */
const clientConfig = (url: string): string => JSON.stringify({ mcpServers: { dev: { type: 'http', url } } });

const binary = fileURLToPath(new URL('../../../bin/service.js', import.meta.url));

/**
 * Type-checks in a process of its own, so that the server reloads without waiting for it. Returns what `service check` says, or
 * undefined when there is nothing to say or the check was overtaken by the next save.
 */
async function typeCheck(request: {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly entry: string;
  readonly config?: string;
  readonly colours: boolean;
  readonly signal: AbortSignal;
}): Promise<string | undefined> {
  const result = await execa(
    process.execPath,
    [
      binary,
      'check',
      '--entry',
      request.entry,
      ...(request.config === undefined ? [] : ['--config', request.config]),
      '--color',
      request.colours ? 'always' : 'never',
    ],
    {
      cwd: request.cwd,
      reject: false,
      stdin: 'ignore',
      cancelSignal: request.signal,
      env: { ...request.env, CI: '1' },
      extendEnv: false,
    },
  );
  return result.isCanceled || result.exitCode === 0 ? undefined : result.stderr.trim();
}

/** Port when neither code, flag, variable nor config names one. */
const standardPort = 3000;

/**
 * The port that the built server will take.
 * @throws {CliError} when --port could have no effect, because code wins over it
 */
function chooseDevPort(project: Project, result: BuildResult, flags: Flags): number {
  const fixed = result.model?.server.options.http.port;
  const asked = project.httpPort?.value;
  if (fixed === undefined) return asked ?? standardPort;
  if (flags.has('port') && flags.text('port') !== String(fixed))
    throw usageError('port-fixed', `@Service sets http.port to ${fixed}, and code wins over --port ${flags.text('port') ?? ''}`, {
      hint: 'Remove http.port from @Service, or leave out --port',
    });
  return fixed;
}

/** How many ports above the first one `--port auto` tries. */
const autoRange = 50;

/**
 * The port itself, or with `--port auto` the next one that is free.
 * @throws {CliError} naming who listens on the port
 */
async function freeDevPort(port: number, project: Project, auto: boolean): Promise<number> {
  for (let candidate = port; candidate <= port + (auto ? autoRange : 0); candidate++) if (await isPortFree(candidate)) return candidate;
  const owner = findPortOwner(port);
  const origin = project.httpPort?.value === port ? project.httpPort.origin : 'http.port of @Service, or the default';
  throw new CliError({
    code: 'port-in-use',
    message: `Port ${port} (${origin}) is taken${owner === undefined ? '' : ` by ${owner}`}`,
    hint: 'End that process, choose another port with --port, or let --port auto take the next free one',
    exit: 'environment',
  });
}
