import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { judgePath, newestNode } from '../serving/judges.ts';
import { runProgram } from '../testing/run-program.ts';
import type { Endpoint } from './official-client.ts';

export type InspectorEra = 'legacy' | 'modern';

/** Runs one method through the official inspector's command line and gives its JSON answer. */
export async function inspect(endpoint: Endpoint, era: InspectorEra, method: readonly string[]): Promise<unknown> {
  // The inspector keeps a catalogue and tokens in HOME; a judge keeps nothing.
  const home = mkdtempSync(join(tmpdir(), 'service-inspector-'));
  try {
    const launcher = judgePath('@modelcontextprotocol/inspector/clients/launcher/build/index.js');
    const target = endpoint.kind === 'stdio' ? ['--transport', 'stdio'] : [endpoint.url, '--transport', endpoint.kind];
    const command = endpoint.kind === 'stdio' ? ['--', endpoint.command, ...endpoint.args] : [];
    const args = [launcher, '--cli', ...target, '--protocol-era', era, '--method', ...method, '--format', 'json', ...command];
    const run = await runProgram(newestNode(), args, { env: { ...process.env, HOME: home }, timeoutMs: 60_000 });
    if (run.code !== 0) throw new Error(`the inspector ended with code ${run.code}:\n${run.stdout}${run.stderr}`);
    return JSON.parse(run.stdout) as unknown;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
