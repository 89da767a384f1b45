import { join } from 'node:path';
import { copyProject } from '../../test/support/compile.ts';
import { clientMakes, connectOfficial, type ClientMake, type Endpoint } from '../clients/official-client.ts';
import { matrixClients, type LegName } from '../clients/matrix/clients.ts';
import { judgeLeg } from '../clients/matrix/report.ts';
import { runLeg } from '../clients/matrix/run-leg.ts';
import { runMatrix } from '../clients/matrix/run-matrix.ts';
import { buildProject, type BuiltProject } from '../serving/build-project.ts';
import { bundleNodes, newestNode, judgePath } from '../serving/judges.ts';
import { serveBundle } from '../serving/serve-bundle.ts';
import { addResults, verdict, type Section, type SectionContext, type SectionResult } from './section.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { runProgram } from './run-program.ts';

const expectedText = 'This is a simple text response for testing.';
const eras: readonly InspectorEra[] = ['legacy', 'modern'];

/** Of `npm run clients`, those that need no further install and start no program for each call. */
const matrixDrivers = ['official-sdk', 'official-client'];
const matrixLegs: readonly LegName[] = ['node', 'stdio', 'workerd', 'node-sign-in'];

const templates = ['basic', 'full'] as const;

/**
 * Official clients and the official inspector, both eras, over HTTP, the pair of 2024-11-05 and stdio, against one built bundle on the
 * oldest and newest Node; and what the templates list against the inspector's rules of portable schemas.
 */
export const clientChecks: Section = {
  name: 'clients',
  about: 'official clients and inspector against the built bundle',
  order: 21,
  async run(context) {
    const built = await context.run(() => buildProject(join(context.root, 'fixtures/conformance')));
    const jobs: readonly (() => Promise<SectionResult>)[] = [
      ...bundleNodes().map((node) => () => checkNode(context, built, node)),
      () => checkMatrix(context),
      ...templates.map((template) => () => checkTemplate(context, template)),
    ];
    return addResults(await Promise.all(jobs.map((job) => context.run(job))));
  },
};

async function checkNode(context: SectionContext, built: BuiltProject, node: { name: string; path: string }): Promise<SectionResult> {
  const served = await serveBundle({ bundle: built.bundle, node: node.path });
  try {
    const endpoints: readonly Endpoint[] = [
      { kind: 'http', url: `${served.origin}/mcp` },
      { kind: 'sse', url: `${served.origin}/mcp/sse` },
      { kind: 'stdio', command: node.path, args: [built.bundle, '--stdio'] },
    ];
    const results: SectionResult[] = [];
    for (const endpoint of endpoints) {
      for (const make of makesFor(endpoint)) {
        results.push(verdict(context, `${node.name}, ${endpoint.kind}: ${make}`, await problemOf(() => useClient(make, endpoint))));
      }
      for (const era of erasFor(endpoint)) {
        results.push(
          verdict(context, `${node.name}, ${endpoint.kind}: inspector, ${era}`, await problemOf(() => useInspector(era, endpoint))),
        );
      }
    }
    return addResults(results);
  } finally {
    await served.stop();
  }
}

/** A part of `npm run clients`. */
async function checkMatrix(context: SectionContext): Promise<SectionResult> {
  const clients = matrixClients.filter(({ driver, installedIn }) => installedIn === 'judges' && matrixDrivers.includes(driver));
  const results = await runMatrix({ clients, legs: matrixLegs, onResult: () => undefined, run: runLeg });
  return addResults(
    results.map((result) => {
      const { passed, problems } = judgeLeg(result);
      return verdict(
        context,
        `${result.client}, ${result.leg}: ${passed} scenarios`,
        problems.length === 0 ? undefined : problems.join('\n'),
      );
    }),
  );
}

// The pair is older than 2026-07-28, which knows no such transport.
const makesFor = ({ kind }: Endpoint): readonly ClientMake[] =>
  kind === 'sse' ? clientMakes.filter((make) => make !== 'client 2.x pinned to 2026-07-28') : clientMakes;
const erasFor = ({ kind }: Endpoint): readonly InspectorEra[] => (kind === 'sse' ? ['legacy'] : eras);

async function checkTemplate(context: SectionContext, template: (typeof templates)[number]): Promise<SectionResult> {
  const copy = copyProject(join(context.root, 'src/templates', template));
  try {
    // The section `scaffold` type-checks the templates where their packages are installed.
    const { bundle } = await buildProject(copy.root, undefined, ['--no-check']);
    const served = await serveBundle({ bundle, node: newestNode() });
    try {
      const endpoint: Endpoint = { kind: 'http', url: `${served.origin}/mcp` };
      const results: SectionResult[] = [];
      for (const era of eras) {
        const problem = await problemOf(async () => void (await listStrictly(era, endpoint)));
        results.push(verdict(context, `template ${template}: inspector --strict, ${era}`, problem));
      }
      return addResults(results);
    } finally {
      await served.stop();
    }
  } finally {
    copy.remove();
  }
}

async function useClient(make: ClientMake, endpoint: Endpoint): Promise<void> {
  const client = await connectOfficial(make, endpoint);
  try {
    const { tools } = await client.listTools();
    expectIncludes(
      tools.map(({ name }) => name),
      'test_simple_text',
    );
    const { content } = await client.callTool({ name: 'test_simple_text', arguments: {} });
    expectIncludes(
      content.map(({ text }) => text),
      expectedText,
    );
    const { contents } = await client.readResource({ uri: 'test://static-text' });
    expectIncludes(
      contents.map(({ text }) => text),
      'This is the content of the static text resource.',
    );
    const { messages } = await client.getPrompt({ name: 'test_simple_prompt', arguments: {} });
    if (messages.length === 0) throw new Error('prompts/get answered no message');
  } finally {
    await client.close();
  }
}

async function useInspector(era: InspectorEra, endpoint: Endpoint): Promise<void> {
  const listed = await listStrictly(era, endpoint);
  if (!listed.includes('test_simple_text')) throw new Error(`tools/list answered ${listed.slice(0, 400)}`);
  const called = JSON.stringify(await inspect(endpoint, era, ['tools/call', '--tool-name', 'test_simple_text']));
  if (!called.includes(expectedText)) throw new Error(`tools/call answered ${called.slice(0, 400)}`);
}

/** The listed tools as text. The inspector ends with code 6 on a schema that it calls unportable; a mere warning of it fails here too. */
async function listStrictly(era: InspectorEra, endpoint: Endpoint): Promise<string> {
  const answer = await inspect(endpoint, era, ['tools/list', '--strict']);
  if (typeof answer === 'object' && answer !== null && 'schemaFindings' in answer)
    throw new Error(`the inspector finds schemas unportable: ${JSON.stringify(answer.schemaFindings).slice(0, 2000)}`);
  return JSON.stringify(answer);
}

function expectIncludes(found: readonly (string | undefined)[], wanted: string): void {
  if (!found.includes(wanted)) throw new Error(`expected "${wanted}" among ${JSON.stringify(found).slice(0, 400)}`);
}

const problemOf = (work: () => Promise<void>): Promise<string | undefined> =>
  work().then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

type InspectorEra = 'legacy' | 'modern';

/** Runs one method through the official inspector's command line and gives its JSON answer. */
async function inspect(endpoint: Endpoint, era: InspectorEra, method: readonly string[]): Promise<unknown> {
  // The inspector keeps a catalogue and tokens in HOME; a judge keeps nothing.
  const home = mkdtempSync(join(tmpdir(), 'service-inspector-'));
  try {
    const launcher = judgePath('@modelcontextprotocol/inspector/clients/launcher/build/index.js');
    const target = endpoint.kind === 'stdio' ? ['--transport', 'stdio'] : [endpoint.url, '--transport', endpoint.kind];
    const command = endpoint.kind === 'stdio' ? ['--', endpoint.command, ...endpoint.args] : [];
    const args = [launcher, '--cli', ...target, '--protocol-era', era, '--method', ...method, '--format', 'json', ...command];
    const run = await runProgram(newestNode(), args, { env: { ...process.env, HOME: home }, timeoutMs: 300_000 });
    if (run.code !== 0) throw new Error(`the inspector ended with code ${run.code}:\n${run.stdout}${run.stderr}`);
    return JSON.parse(run.stdout) as unknown;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
