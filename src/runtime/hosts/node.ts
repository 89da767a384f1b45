import type { HostedServer } from './host-settings.ts';
import { readNodeEnvironment } from './process-environment.ts';
import { exitProcess } from './process-exit.ts';
import { answerRunnerQuestion } from './runner-answers.ts';
import { readRunnerFlags } from './runner-flags.ts';
import { startHttp } from './start-http.ts';
import { describeFailure } from './start-report.ts';
import { startStdio } from './start-stdio.ts';

/** Runs a server as this process: over HTTP, or over stdio with `--stdio` or `SERVICE_STDIO=1`. Every failure is one clear line and exit code 1. */
export async function startNode(options: HostedServer): Promise<void> {
  const { settings } = options;
  const request = readRunnerFlags(process.argv.slice(2));
  if (request.kind === 'unsupported') {
    process.stderr.write(`unsupported flag '${request.flag}' on the server runner.\n`);
    exitProcess(2);
  }
  if (request.kind !== 'serve') {
    const variables = options.features.flatMap((feature) => feature.variables ?? []);
    answerRunnerQuestion(request.kind, { ...settings, variables });
    return;
  }
  try {
    const environment = await readNodeEnvironment(options);
    if (request.stdio || environment.SERVICE_STDIO) await startStdio(options, environment);
    else await startHttp(options, environment);
  } catch (failure) {
    process.stderr.write(`${settings.name}: ${describeFailure(failure)}\n`);
    exitProcess(1);
  }
}
