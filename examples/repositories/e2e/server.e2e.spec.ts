import { expect, MockAPIServer, test, type MockRequest } from '@service/testing';
import { issue, repository } from './answers';

/** Answers like GitHub, and remembers what it was asked. */
const asked: MockRequest[] = [];
const limit = { message: 'API rate limit exceeded', documentation_url: 'https://docs.github.com/rate-limits' };
const answers: Record<string, { status?: number; headers?: Record<string, string>; body: unknown }> = {
  '/search/repositories': { body: { total_count: 1, items: [repository] } },
  '/repos/octocat/Hello-World': { body: repository },
  '/repos/octocat/Hello-World/issues': {
    headers: { link: '<https://api.github.com/repositories/1296269/issues?page=2>; rel="next"', etag: '"a"' },
    body: [issue],
  },
  '/repos/octocat/limited': { status: 403, headers: { 'retry-after': '60' }, body: limit },
};
const github = new MockAPIServer({
  openApiSpec: {},
  routes: Object.entries(answers).map(([path, { body, headers = {}, status = 200 }]) => ({
    method: 'GET',
    path,
    handler: (request, reply) => {
      asked.push(request);
      for (const [name, value] of Object.entries(headers)) reply.header(name, value);
      reply.status(status).json(body);
    },
  })),
});
const env: Record<string, string> = { GITHUB_TOKEN: 'token-of-the-test' };

test.use({ server: './src/main.ts', env });
test.beforeAll(async () => {
  env['GITHUB_API'] = (await github.start()).baseUrl;
});
test.afterAll(() => github.stop());

test('has a tool for each operation', async ({ mcp }) => {
  const names = (await mcp.tools.list()).map(({ name }) => name);
  expect(names).toEqual(['search-repositories', 'get-repository', 'list-releases', 'list-issues', 'list-comments']);
});

test('searches, with the headers that GitHub asks for and the token', async ({ mcp }) => {
  const result = await mcp.tools.call('search-repositories', { q: 'hello language:rust', sort: 'stars' });
  expect(result.json()).toMatchObject({ status: 200, ok: true, data: { total_count: 1, items: [{ full_name: 'octocat/Hello-World' }] } });
  const { headers, query } = asked.at(-1) ?? { headers: {}, query: {} };
  expect(query).toEqual({ q: 'hello language:rust', sort: 'stars' });
  expect(headers).toMatchObject({ 'x-github-api-version': '2022-11-28', authorization: 'Bearer token-of-the-test' });
});

test('shows a model no addresses of the API', async ({ mcp }) => {
  const result = await mcp.tools.call('get-repository', { owner: 'octocat', repo: 'Hello-World' });
  const data = {
    id: 1296269,
    name: 'Hello-World',
    full_name: 'octocat/Hello-World',
    owner: { login: 'octocat', id: 583231, type: 'User' },
    html_url: 'https://github.com/octocat/Hello-World',
    description: 'My first repository on GitHub!',
    stargazers_count: 80,
    default_branch: 'master',
  };
  expect(result.json()).toEqual({ status: 200, ok: true, data });
});

test('lists issues by labels', async ({ mcp }) => {
  const result = await mcp.tools.call('list-issues', {
    owner: 'octocat',
    repo: 'Hello-World',
    labels: ['bug', 'help wanted'],
    state: 'all',
  });
  expect(result.json()).toMatchObject({ data: [{ number: 1347, title: 'Found a bug' }] });
  expect(asked.at(-1)?.query).toEqual({ labels: 'bug,help wanted', state: 'all' });
});

test('tells what GitHub refuses', async ({ mcp }) => {
  const result = await mcp.tools.call('get-repository', { owner: 'octocat', repo: 'limited' });
  expect(result).toBeError();
  expect(result).toHaveTextContent('"status":403');
  expect(result).toHaveTextContent('API rate limit exceeded');
});

test.each(['..', 'a/../..', ''])('asks for nothing but a repository: "%s"', async ({ mcp }, repo) => {
  const before = asked.length;
  expect(await mcp.tools.call('get-repository', { owner: 'octocat', repo })).toBeError('INVALID_INPUT');
  expect(asked).toHaveLength(before);
});
