import { join } from 'node:path';
import { build, createCompileCache, writeOutput } from '../../compiler/index.ts';
import type { BuildResult } from '../../compiler/index.ts';
import { hasErrors } from '../../compiler/diagnostics/index.ts';
import type { Diagnostic } from '../../compiler/diagnostics/index.ts';
import type { Project } from '../../config/load-project.ts';
import { CliError } from '../cli-error.ts';
import type { CommandCall } from '../command.ts';
import { printFindings } from '../print-outcome.ts';
import { compileRequest, openProject, targetOf } from '../project/open-project.ts';
import { chooseDevPort, refuseTakenPort } from './dev-port.ts';
import { devEnvironment, envFiles } from './dev-environment.ts';
import { serverProcess } from './server-process.ts';
import type { ServerProcess } from './server-process.ts';
import { typeCheck } from './type-check.ts';
import { watchFiles } from './watch-files.ts';
import type { Watch } from './watch-files.ts';

/** One run of `service dev`: a server, a watch and a type check that follow the project's files and settings. */
export class DevSession {
  readonly #call: CommandCall;
  readonly #server: ServerProcess;
  readonly #watch: Watch;
  readonly #cache = createCompileCache();
  #running: Promise<void> = Promise.resolve();
  #waiting: Promise<void> | undefined;
  #typeCheck = new AbortController();
  #started = 0;
  #greeted = false;
  #port: number | undefined;
  #shown = '';
  #followed: readonly string[] = [];

  constructor(call: CommandCall) {
    const { output } = call;
    this.#call = call;
    this.#server = serverProcess({
      print: (line) => output.say(line),
      ready: (url) => this.#announce(url),
      exit: (code) => output.say(output.paint('red', `The server ended with code ${code ?? 'none'}; save a file to start it again.`)),
    });
    this.#watch = watchFiles((file) => {
      output.say(output.paint('dim', `changed ${file.split(/[\\/]/).slice(-2).join('/')}`));
      this.reload().catch((error: unknown) => this.#showFailure(error));
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
    await this.#server.stop();
  }

  async #reloadOnce(): Promise<void> {
    const { signal, env, flags } = this.#call;
    if (signal.aborted) return;
    this.#typeCheck.abort();
    this.#started = performance.now();
    const project = await openProject(this.#call);
    const { result, bundle } = await this.#build(project);
    if (bundle === undefined || signal.aborted) return;
    const port = chooseDevPort(project, result, flags);
    await this.#server.stop();
    if (this.#port !== port) await refuseTakenPort(port, project);
    this.#port = port;
    if (signal.aborted) return;
    this.#server.start(bundle, devEnvironment(project, env, port));
    if (!flags.switch('no-check')) this.#showTypeErrors(project);
  }

  /** The same bundle as `service build --target node` makes, below `.service/dev`; absent when the sources have errors. */
  async #build(project: Project): Promise<{ readonly result: BuildResult; readonly bundle?: string }> {
    const settingFiles = [...project.files, ...envFiles(project), project.entry.value];
    this.#watch.follow([...this.#followed, ...settingFiles], true);
    const deployment = project.deployments.find((one) => one.target === 'node') ?? { target: 'node', folder: '', variables: {} };
    const target = await targetOf(deployment);
    const request = { ...compileRequest(project, deployment, { typeCheck: false, signal: this.#call.signal }), cache: this.#cache };
    const result = await build(request, target);
    const read = result.output?.report.inputs ?? [...result.sources.keys()].map((file) => join(project.root, file));
    if (read.length > 0) this.#followed = read;
    const findings = [...project.warnings, ...result.diagnostics];
    this.#watch.follow([...this.#followed, ...settingFiles], hasErrors(findings));
    await this.#showFindings(findings, new Map([...project.sources, ...result.sources]));
    if (result.output === undefined) return { result };
    const written = await writeOutput(request, result, join(project.root, '.service', 'dev', 'node'));
    return { result, bundle: join(written.folder, target.bundle.fileName(request.name)) };
  }

  #announce(url: string): void {
    const { output } = this.#call;
    output.say(`${output.paint('green', 'serving')} ${url} (${Math.round(performance.now() - this.#started)} ms)`);
    if (!this.#greeted) output.say(output.paint('dim', `client config: ${clientConfig(url)}\nReloads on every save; Ctrl-C ends it.`));
    this.#greeted = true;
  }

  /** The same warnings after every save would hide what is new. */
  async #showFindings(findings: readonly Diagnostic[], sources: ReadonlyMap<string, string>): Promise<void> {
    const text = findings.length === 0 ? '' : await printFindings(findings, { sources, output: this.#call.output });
    if (text !== '' && (text !== this.#shown || hasErrors(findings))) this.#call.output.say(text);
    this.#shown = text;
  }

  #showTypeErrors(project: Project): void {
    const { output, cwd } = this.#call;
    this.#typeCheck = new AbortController();
    const { signal } = this.#typeCheck;
    typeCheck({ cwd, entry: project.entry.value, config: project.configFile, colours: output.stderr.colours, signal }).then(
      (text) => (text === undefined ? undefined : output.say(text)),
      (error: unknown) => output.detail(String(error)),
    );
  }

  #showFailure(error: unknown): void {
    const { output } = this.#call;
    if (!(error instanceof CliError)) return output.say(String(error));
    this.#showFindings(error.diagnostics, error.sources).catch((failure: unknown) => output.say(String(failure)));
  }
}

/** What most clients take as the entry of an HTTP server. */
const clientConfig = (url: string): string => JSON.stringify({ mcpServers: { dev: { type: 'http', url } } });
