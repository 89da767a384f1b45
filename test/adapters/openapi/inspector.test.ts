/* The official inspector's `--strict` over the tools of descriptions that others wrote. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { installedDocuments } from '../../../scripts/measure/openapi-documents/documents.ts';
import { judgePath, newestNode } from '../../../scripts/serving/judges.ts';
import { runProgram } from '../../../scripts/testing/run-program.ts';
import { startProject, writeProject } from '../../support/ways-to-run.ts';

interface Strict {
  readonly schemaFindings?: readonly {
    readonly toolName: string;
    readonly findings: readonly { readonly rule: string; readonly path: string }[];
  }[];
}

test('[A14.documents] [A13.nullable] the inspector finds in tools of OpenAPI 2.0 and 3.0 only what their descriptions say', async () => {
  const documents = installedDocuments(resolve(import.meta.dirname, '../../..')).filter(({ name }) => /^(2\.0|3\.0)\/.*json$/.test(name));
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
    assert.is(run.code, 0, run.stderr.slice(0, 2000));
    const { schemaFindings = [] } = JSON.parse(run.stdout) as Strict;
    const found = schemaFindings.flatMap(({ findings, toolName }) => findings.map(({ path, rule }) => `${rule} ${toolName} ${path}`));
    // Descriptions have schemas that accept anything; a list of types would be of our making.
    assert.ok(found.length > 5, 'it looked at all pages of the list');
    assert.equal(
      found.filter((one) => !one.startsWith('untyped-schema ')),
      [],
    );
  } finally {
    project.remove();
    rmSync(home, { recursive: true });
  }
});

test.run();
