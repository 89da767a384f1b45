/* What a build says of wrong options and bad descriptions: file, line and JSON Pointer, and what to do. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { analyse } from '../../../src/compiler/index.ts';
import { requestOf } from '../../support/compile.ts';
import { writeProject } from '../../support/ways-to-run.ts';

/** Findings of a build, with their places. */
async function findings(options: string, documents: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
  const project = writeProject({
    'api.json': '{ "openapi": "3.1.0", "paths": { "/a": { "get": { "operationId": "a", "summary": "Gets a." } } } }',
    ...documents,
    'src/main.ts': `import { OpenapiAdapter } from '@service/adapters';
import { Service } from '@service/sdk';

@Service({
  info: { name: 'small', version: '1.0.0' },
  adapters: [
    OpenapiAdapter.init({
      name: 'pets',
      ${options}
    }),
  ],
})
export class Server {}
`,
  });
  try {
    const { diagnostics } = await analyse(requestOf(project.root, 'small'));
    return diagnostics.map(
      ({ code, hint, message, span }) =>
        `${span?.file}:${span?.line}:${span?.column} ${code}: ${message}${hint === undefined ? '' : ` | ${hint}`}`,
    );
  } finally {
    project.remove();
  }
}
const known = "spec: 'api.json', baseUrl: 'https://api.example.com'";

test('[A3.options] every wrong option is a finding at its own line, those that exclude each other too', async () => {
  assert.equal(
    await findings(`spec: 'api.json',
      baseURL: 'x',
      generateOptions: { maxTokens: '2', includeOperation: [] },
      staticAuth: {
        jwt: 3,
      },
      url: 'https://x.example/a.json',
      requestTimeoutMs: -1,`),
    [
      'src/main.ts:10:16 invalid-option: `baseURL` of adapter "pets": is no option; did you mean "baseUrl"?',
      'src/main.ts:11:37 invalid-option: `generateOptions.maxTokens` of adapter "pets": must be a whole number above 0',
      'src/main.ts:11:60 invalid-option: `generateOptions.includeOperation` of adapter "pets": is no option; did you mean "generateOptions.includeOperations"?',
      'src/main.ts:13:14 invalid-option: `staticAuth.jwt` of adapter "pets": must be a text',
      'src/main.ts:15:12 invalid-option: `url` of adapter "pets": must be left out beside "spec": there is one description',
      'src/main.ts:16:25 invalid-option: `requestTimeoutMs` of adapter "pets": must be a whole number above 0',
    ],
  );
  assert.equal(await findings("baseUrl: 'https://api.example.com'"), [
    'src/main.ts:7:5 invalid-option: `spec` of adapter "pets": must be given, or "url": where the description is',
  ]);
  assert.equal(await findings(`${known}, generateOptions: { includeOperations: ['a', 'removeEverything'] }`), [
    'src/main.ts:7:5 prepare-warning: pets: generateOptions.includeOperations: no operation is called "removeEverything"',
  ]);
});

test('[A13.documents] [A13.report] broken references, circles, equal ids and stray parameters are named with pointer and line', async () => {
  const description = `openapi: 3.1.0
paths:
  /a:
    get: { operationId: a, summary: A, parameters: [{ $ref: '#/components/parameters/Gone' }] }
  /b:
    post:
      operationId: b
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Loop' } } } }
  /c:
    get: { operationId: c, summary: C, parameters: [{ name: x, in: query, schema: { $ref: '#/components/schemas/Lost' } }] }
  /d: { $ref: '#/paths/~1d' }
  /e:
    get: { operationId: e, summary: E, parameters: [{ name: id, in: body }, { in: query }] }
  /f:
    get: { operationId: e, summary: F }
  /g:
    post:
      operationId: g
      summary: G
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Tree' } } } }
components:
  securitySchemes:
    key: { $ref: '#/components/securitySchemes/gone' }
  schemas:
    Loop: { $ref: '#/components/schemas/Loop' }
    Tree: { type: object, properties: { tree: { $ref: '#/components/schemas/Tree', description: A tree. } } }
`;
  assert.equal(await findings("spec: 'api.yaml', baseUrl: 'https://api.example.com'", { 'api.yaml': description }), [
    'src/main.ts:7:5 prepare-warning: pets: GET /e: e: the parameter "id" is passed over: its "in" must be path, query, header or cookie',
    'src/main.ts:7:5 prepare-warning: pets: GET /e: e: a parameter has no name, and is passed over',
    'src/main.ts:7:5 prepare-warning: pets: /d: left out: #/paths/~1d leads back to itself (api.yaml:11, #/paths/~1d)',
    'src/main.ts:7:5 prepare-warning: pets: GET /a: left out: #/components/parameters/Gone leads nowhere (api.yaml:4, #/paths/~1a/get/parameters/0)',
    'src/main.ts:7:5 prepare-warning: pets: POST /b: left out: #/components/schemas/Loop leads back to itself (api.yaml:8, #/paths/~1b/post/requestBody/content/application~1json/schema)',
    'src/main.ts:7:5 prepare-warning: pets: GET /c: left out: #/components/schemas/Lost leads nowhere (api.yaml:10, #/paths/~1c/get/parameters/0/schema)',
    'src/main.ts:7:5 prepare-warning: pets: the security scheme "key" is passed over: #/components/securitySchemes/gone leads nowhere (api.yaml:23, #/components/securitySchemes/key)',
  ]);
});

test('[A13.documents] a file that a reference names and that is not there is named with the place of the reference', async () => {
  const description = `openapi: 3.1.0
paths:
  /a:
    get: { operationId: a, summary: A, parameters: [{ name: q, in: query, schema: { $ref: 'other.yaml#/Tree' } }] }
`;
  assert.equal(await findings("spec: 'api.yaml', baseUrl: 'https://api.example.com'", { 'api.yaml': description }), [
    'src/main.ts:7:5 document-refused: The adapter "pets" was given no document: other.yaml does not exist in the project; it is needed by api.yaml:4, #/paths/~1a/get/parameters/0/schema | Name a file inside the project, or a public http or https address that answers with the document',
  ]);
});

test('[A13.documents] what is no description is an error at the adapter that names the document and its line', async () => {
  const failed = 'src/main.ts:7:5 prepare-failed: The adapter "pets" could not be prepared: prepare failed: ';
  for (const [file, text, expected] of [
    ['api.html', '<!doctype html><p>Sign in</p>', 'api.html: the document is HTML or XML, not JSON or YAML'],
    ['api.yaml', 'openapi: 3.1.0\npaths:\n  /a: [', 'api.yaml:3:8: no YAML: '],
    [
      'api.json',
      '{ "name": "a package" }',
      'api.json: no OpenAPI description: it has neither "openapi" nor "swagger". Give a document with "openapi" 3.0, 3.1 or 3.2, or "swagger" 2.0',
    ],
    ['api.json', '{ "openapi": "3.1.0",\n "paths": {} }', 'api.json:2: the description has no operation: nothing stands in "paths"'],
  ] as const) {
    const [found = '', ...others] = await findings(`spec: '${file}', baseUrl: 'https://api.example.com'`, { [file]: text });
    assert.ok(found.startsWith(failed + expected), found);
    assert.match(found, / \| Correct its options or its document/);
    assert.equal(others, []);
  }
});

test.run();
