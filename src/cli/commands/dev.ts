import { join } from 'node:path';
import { build, writeOutput } from '../../compiler/index.ts';
import { hasErrors, printPretty } from '../../compiler/diagnostics/index.ts';
import type { Project } from '../../config/load-project.ts';
import { CliError } from '../cli-error.ts';
import type { CommandCall, CommandOutcome } from '../command.ts';
import { devEnvironment } from '../dev/dev-environment.ts';
import { isPortFree, portOwner } from '../dev/port-owner.ts';
import { serverProcess } from '../dev/server-process.ts';
import { typeCheck } from '../dev/type-check.ts';
import { watchFiles } from '../dev/watch-files.ts';
import { compileRequest, openProject, targetOf } from '../project/open-project.ts';

/** `service dev`: serves the node bundle of the project and builds it anew on every save, on the same port, until Ctrl-C. */
export async function runDev(call: CommandCall): Promise<CommandOutcome> {
  const project = await openProject(call);
  const port = project.httpPort?.value ?? 3000;
  await refuseTakenPort(port, project.httpPort?.origin ?? 'default');
  const session = startSession(project, call, port);
  try {
    await session.reload();
    await untilAborted(call.signal);
  } finally {
    await session.close();
  }
  return { exit: 'interrupted', data: null };
}

async function refuseTakenPort(port: number, origin: string): Promise<void> {
  if (await isPortFree(port)) return;
  const owner = await portOwner(port);
  throw new CliError({
    code: 'port-in-use',
    message: `Port ${port} (${origin}) is taken${owner === undefined ? '' : ` by ${owner}`}`,
    hint: 'End that process, or choose another port with --port',
    exit: 'environment',
  });
}

interface Session {
  reload(): Promise<void>;
  close(): Promise<void>;
}

function startSession(project: Project, call: CommandCall, port: number): Session {
  const { output } = call;
  const server = serverProcess({
    print: (text) => output.say(text),
    exit: (code) => output.say(output.paint('red', `The server ended with code ${code ?? 'none'}; save a file to start it again.`)),
  });
  let running: Promise<void> = Promise.resolve();
  let check = new AbortController();
  // Saves during a build queue one more build, never two at once.
  const queue = (): Promise<void> => (running = running.then(reloadOnce, reloadOnce));
  const watch = watchFiles((file) => {
    output.say(output.paint('dim', `changed ${file.slice(project.root.length + 1)}`));
    queue().catch((error: unknown) => output.say(String(error)));
  });
  watch.follow([project.entry.value]);
  let known: readonly string[] = [];

  async function reloadOnce(): Promise<void> {
    if (call.signal.aborted) return;
    check.abort();
    const started = performance.now();
    const bundle = await buildBundle(project, call, (inputs) => {
      known = inputs.length > 0 ? inputs : known;
      watch.follow([...known, project.entry.value]);
    });
    if (bundle === undefined || call.signal.aborted) return;
    await server.stop();
    server.start(bundle, devEnvironment(project, call.env, port));
    output.say(
      `${output.paint('green', 'serving')} on port ${port}, path ${project.httpPath?.value ?? '/'} (${Math.round(performance.now() - started)} ms)`,
    );
    check = new AbortController();
    if (!call.flags.switch('no-check')) showTypeErrors(check.signal);
  }

  function showTypeErrors(signal: AbortSignal): void {
    typeCheck({ root: project.root, entry: project.entry.value, colours: output.stderr.colours, signal }).then(
      (text) => text !== undefined && output.say(text),
      (error: unknown) => output.detail(String(error)),
    );
  }

  return {
    reload: queue,
    async close() {
      watch.close();
      check.abort();
      await running.catch(() => undefined);
      await server.stop();
    },
  };
}

/** The same bundle as `service build --target node` makes, below `.service/dev`. Undefined when the sources have errors. */
async function buildBundle(project: Project, call: CommandCall, follow: (inputs: readonly string[]) => void): Promise<string | undefined> {
  const deployment = project.deployments.find((one) => one.target === 'node') ?? { target: 'node', folder: '', variables: {} };
  const target = await targetOf(deployment);
  const request = compileRequest(project, deployment, { typeCheck: false, signal: call.signal });
  const result = await build(request, target);
  const findings = [...project.warnings, ...result.diagnostics];
  const { paint } = call.output;
  const colors = {
    error: (text: string) => paint('red', text),
    warning: (text: string) => paint('yellow', text),
    dim: (text: string) => paint('dim', text),
    bold: (text: string) => paint('bold', text),
  };
  if (hasErrors(findings)) call.output.say(printPretty(findings, { sources: new Map([...project.sources, ...result.sources]), colors }));
  follow(result.output === undefined ? [...result.sources.keys()].map((file) => join(project.root, file)) : result.output.report.inputs);
  if (result.output === undefined) return undefined;
  const written = await writeOutput(request, result, join(project.root, '.service', 'dev', 'node'));
  return join(written.folder, target.bundle.fileName(request.name));
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true })));
}
