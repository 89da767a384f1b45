import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProject, writeProject } from '../../../test/support/ways-to-run.ts';
import { judgePath, newestNode } from '../../serving/judges.ts';
import { runProgram } from '../../testing/run-program.ts';
import type { PublicDocument } from './documents.ts';

interface Strict {
  readonly schemaFindings?: readonly {
    readonly toolName: string;
    readonly findings: readonly { readonly rule: string; readonly path: string }[];
  }[];
}

/** What the official inspector's `--strict` says of the tools of descriptions, each an app of one server: `<rule> <tool> <path>`. */
export async function inspectTools(documents: readonly PublicDocument[]): Promise<readonly string[]> {
  const apps = documents.map(
    (_one, at) =>
      `app({ name: 'd${at}', adapters: [OpenapiAdapter.init({ name: 'd${at}', spec: 'api/${at}.json', baseUrl: 'https://x.example', outputSchema: { mode: 'definition' } })] })`,
  );
  const project = writeProject({
    ...Object.fromEntries(documents.map(({ file }, at) => [`api/${at}.json`, readFileSync(file, 'utf8')])),
    'src/main.ts': `import { OpenapiAdapter } from '@service/adapters';
import { app, Service } from '@service/sdk';
@Service({ info: { name: 'small', version: '1.0.0' }, apps: [${apps.join(', ')}] })
export class Server {}
`,
  });
  const home = mkdtempSync(join(tmpdir(), 'service-inspector-'));
  try {
    const server = await startProject(project.root, 'sources');
    const launcher = judgePath('@modelcontextprotocol/inspector/clients/launcher/build/index.js');
    const asked = [server.url, '--transport', 'http', '--protocol-era', 'modern', '--method', 'tools/list', '--strict', '--format', 'json'];
    const run = await runProgram(newestNode(), [launcher, '--cli', ...asked], { env: { ...process.env, HOME: home } });
    await server.stop();
    if (run.code !== 0) throw new Error(`the inspector ended with ${run.code}: ${run.stderr.slice(0, 2000)}`);
    const { schemaFindings = [] } = JSON.parse(run.stdout) as Strict;
    return schemaFindings.flatMap(({ findings, toolName }) => findings.map(({ path, rule }) => `${rule} ${toolName} ${path}`));
  } finally {
    project.remove();
    rmSync(home, { recursive: true });
  }
}
