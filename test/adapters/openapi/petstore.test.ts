/* The whole way: a public description, its tools, and the requests that they send. */
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { answerJson, recordingApi } from './recording-api.ts';
import { serve } from './openapi-project.ts';

const examples = new URL('../../../tools/openapi/node_modules/@readme/oas-examples/', import.meta.url);
const example = (path: string): object => JSON.parse(readFileSync(new URL(path, examples), 'utf8')) as object;

for (const version of ['2.0', '3.0', '3.1'])
  test(`[A14.petstore] the petstore of OpenAPI ${version} is 20 tools whose requests reach the API`, async () => {
    const api = await recordingApi((_request, response) => answerJson(response, { id: 7, name: 'Rex' }));
    const server = await serve(example(`${version}/json/petstore.json`), {
      baseUrl: `${api.url}/v2`,
      staticAuth: { oauth2Token: 'token-of-the-store', apiKey: 'key-of-the-store' },
    });
    try {
      const tools = await server.list();
      assert.is(tools.length, 20);
      const added = await server.call('addPet', { name: 'Rex', photoUrls: ['https://example.com/rex.png'] });
      assert.equal(added.structuredContent, { status: 200, ok: true, data: { id: 7, name: 'Rex' } });
      await server.call('getPetById', { petId: 7 });
      await server.call('findPetsByStatus', { status: ['sold', 'pending'] });
      await server.call('updatePetWithForm', { petId: 7, name: 'Re x', status: 'a&b' });
      const [add, get, find, form] = api.requests;
      assert.equal(
        [add?.method, add?.target, add?.body],
        ['POST', '/v2/pet', '{"name":"Rex","photoUrls":["https://example.com/rex.png"]}'],
      );
      assert.is(add?.headers['authorization'], 'Bearer token-of-the-store');
      assert.equal([get?.method, get?.target, get?.headers['api_key']], ['GET', '/v2/pet/7', 'key-of-the-store']);
      assert.is(find?.target, '/v2/pet/findByStatus?status=sold&status=pending');
      assert.equal(
        [form?.target, form?.body, form?.headers['content-type']],
        ['/v2/pet/7', 'name=Re%20x&status=a%26b', 'application/x-www-form-urlencoded'],
      );
    } finally {
      await server.close();
      await api.close();
    }
  });

test.run();
