/* `@service/plugin-codecall` in a built bundle on node: scripts, their world and what they give back. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { connectOfficial } from '../../scripts/clients/official-client.ts';
import type { BuiltProject, BuiltServer } from '../support/built-servers.ts';
import { codecallProject } from './codecall-project.ts';

interface Context {
  readonly project: BuiltProject;
  readonly server: BuiltServer;
}
const test = suite<Context>('codecall execute');

test.before(async (context) => {
  const project = codecallProject();
  Object.assign(context, { project });
  Object.assign(context, { server: await project.start('node') });
});
test.after(async ({ project, server }) => {
  await server?.stop();
  project?.remove();
});

test('the official client lists the tools of the plugin and runs a script', async ({ server }) => {
  const client = await connectOfficial('client 2.x', { kind: 'http', url: `http://localhost:${server.port}/mcp` });
  const { tools } = await client.listTools();
  assert.equal(tools.map(({ name }) => name).toSorted(), [
    'codecall:describe',
    'codecall:execute',
    'codecall:invoke',
    'codecall:search',
    'codecall:searchKnowledge',
    'codecall:searchSkills',
    'ends',
  ]);
  const answer = await client.callTool({
    name: 'codecall:execute',
    arguments: { script: 'const { sum } = await callTool("add", { a: 1, b: 2 }); return sum;' },
  });
  assert.equal(answer.structuredContent, { status: 'ok', result: 3, logs: [] });
  await client.close();
});

test.run();
