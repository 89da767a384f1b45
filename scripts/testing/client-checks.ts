import { join } from 'node:path';
import { inspect, type InspectorEra } from '../clients/inspector.ts';
import { clientMakes, connectOfficial, type ClientMake, type Endpoint } from '../clients/official-client.ts';
import { buildProject, type BuiltProject } from '../serving/build-project.ts';
import { bundleNodes } from '../serving/judges.ts';
import { serveBundle } from '../serving/serve-bundle.ts';
import { addResults, verdict, type Section, type SectionContext, type SectionResult } from './section.ts';

const expectedText = 'This is a simple text response for testing.';
const eras: readonly InspectorEra[] = ['legacy', 'modern'];

/** Official clients and the official inspector, both eras, over HTTP and stdio, against one built bundle on the oldest and newest Node. */
export const clientChecks: Section = {
  name: 'clients',
  about: 'official clients and inspector against the built bundle',
  async run(context) {
    const built = await buildProject(join(context.root, 'fixtures/conformance'));
    const results: SectionResult[] = [];
    for (const node of bundleNodes()) results.push(await checkNode(context, built, node));
    return addResults(results);
  },
};

async function checkNode(context: SectionContext, built: BuiltProject, node: { name: string; path: string }): Promise<SectionResult> {
  const served = await serveBundle({ bundle: built.bundle, node: node.path });
  try {
    const endpoints: readonly Endpoint[] = [
      { kind: 'http', url: `${served.origin}/mcp` },
      { kind: 'stdio', command: node.path, args: [built.bundle, '--stdio'] },
    ];
    const results: SectionResult[] = [];
    for (const endpoint of endpoints) {
      for (const make of clientMakes) {
        results.push(verdict(context, `${node.name}, ${endpoint.kind}: ${make}`, await problemOf(() => useClient(make, endpoint))));
      }
      for (const era of eras) {
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
  const listed = JSON.stringify(await inspect(endpoint, era, ['tools/list']));
  if (!listed.includes('test_simple_text')) throw new Error(`tools/list answered ${listed.slice(0, 400)}`);
  const called = JSON.stringify(await inspect(endpoint, era, ['tools/call', '--tool-name', 'test_simple_text']));
  if (!called.includes(expectedText)) throw new Error(`tools/call answered ${called.slice(0, 400)}`);
}

function expectIncludes(found: readonly (string | undefined)[], wanted: string): void {
  if (!found.includes(wanted)) throw new Error(`expected "${wanted}" among ${JSON.stringify(found).slice(0, 400)}`);
}

const problemOf = (work: () => Promise<void>): Promise<string | undefined> =>
  work().then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
