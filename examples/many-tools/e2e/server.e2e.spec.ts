import { expect, MockAPIServer, test } from '@service/testing';

const pulls = [1, 2, 3].map((number) => ({ number, title: `Change ${number}`, user: { login: 'octocat' } }));
const reviews: Record<number, readonly string[]> = { 1: ['APPROVED'], 2: [], 3: ['CHANGES_REQUESTED', 'APPROVED'] };
const asked: string[] = [];

/** Answers like GitHub. */
const github = new MockAPIServer({
  openApiSpec: {},
  routes: [
    { path: '/repos/octocat/Hello-World/pulls', body: pulls },
    ...pulls.map(({ number }) => ({
      path: `/repos/octocat/Hello-World/pulls/${number}/reviews`,
      body: (reviews[number] ?? []).map((state) => ({ state })),
    })),
  ].map(({ body, path }) => ({
    method: 'GET',
    path,
    handler: (_request, reply) => {
      asked.push(path);
      reply.status(200).json(body);
    },
  })),
});
const env: Record<string, string> = {};

test.use({ server: './src/main.ts', env });
test.beforeAll(async () => {
  env['GITHUB_API'] = (await github.start()).baseUrl;
});
test.afterAll(() => github.stop());

test('lists six tools in the place of 300', async ({ mcp }) => {
  const names = (await mcp.tools.list()).map(({ name }) => name);
  expect(names).toEqual([
    'codecall:search',
    'codecall:describe',
    'codecall:execute',
    'codecall:invoke',
    'codecall:searchSkills',
    'codecall:searchKnowledge',
  ]);
});

test('finds tools by what they do', async ({ mcp }) => {
  const result = await mcp.tools.call('codecall:search', { queries: ['list pull requests', 'reviews of a pull request', 'order a pizza'] });
  const { tools, totalAvailableTools, warnings } = result.json() as {
    tools: { name: string }[];
    totalAvailableTools: number;
    warnings: { type: string }[];
  };
  const names = tools.map(({ name }) => name);
  expect(names).toContain('pulls_list');
  expect(names).toContain('pulls_list-reviews');
  expect(totalAvailableTools).toBe(300);
  expect(warnings.map(({ type }) => type)).toEqual(['no_results']);
});

test('answers with one script what needs four calls', async ({ mcp }) => {
  const script = `
    const repository = { owner: 'octocat', repo: 'Hello-World' };
    const { data: open } = await callTool('pulls_list', repository);
    const reviews = await Promise.all(open.map(({ number }) => callTool('pulls_list-reviews', { ...repository, pull_number: number })));
    return open.filter((_pull, at) => !reviews[at].data.some(({ state }) => state === 'APPROVED')).map(({ title }) => title);
  `;
  const result = await mcp.tools.call('codecall:execute', { script });
  expect(result.json()).toMatchObject({ status: 'ok', result: ['Change 2'] });
  expect(asked).toHaveLength(4);
});
