/* Options of the adapter: each acts or is refused. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { messageOf } from '@service/sdk/internal';
import { OpenapiAdapter } from '@service/adapters';
import { described } from './openapi-project.ts';

const good = { name: 'pets', spec: described({ '/a': { get: {} } }), baseUrl: 'https://api.example.com' };

function faults(options: object): readonly string[] {
  try {
    OpenapiAdapter.checkOptions({ ...good, ...options });
    return [];
  } catch (failure) {
    return messageOf(failure).split('\n');
  }
}

test('[A3.options] an unknown option is refused with the name that was meant, also inside of a group', () => {
  assert.equal(faults({}), []);
  assert.equal(faults({ baseURL: 'https://x.example' }), ['adapter "pets": "baseURL": is no option; did you mean "baseUrl"?']);
  assert.equal(faults({ generateOptions: { includeOperation: ['a'] } }), [
    'adapter "pets": "generateOptions.includeOperation": is no option; did you mean "generateOptions.includeOperations"?',
  ]);
  assert.equal(faults({ inputTransforms: { perTools: {} } }), [
    'adapter "pets": "inputTransforms.perTools": is no option; did you mean "inputTransforms.perTool"?',
  ]);
});

test('[A3.options] a wrong value is refused with what it must be', () => {
  const rows: readonly (readonly [object, string])[] = [
    [{ baseUrl: 'api.example.com' }, '"baseUrl": must be an address of http or https without query, fragment and password'],
    [
      { baseUrl: 'https://user:secret@api.example.com' },
      '"baseUrl": must be an address of http or https without query, fragment and password',
    ],
    [{ requestTimeoutMs: 0 }, '"requestTimeoutMs": must be a whole number above 0'],
    [{ descriptionMode: 'short' }, '"descriptionMode": must be "summaryOnly", "descriptionOnly", "combined", "full"'],
    [{ additionalHeaders: { 'X-A': 'a\r\nb' } }, '"additionalHeaders": must be an object of header names and texts'],
    [
      { loadOptions: { refResolution: { allowedProtocols: ['file'] } } },
      '"loadOptions.refResolution.allowedProtocols": must be a list of "http" and "https"',
    ],
    [{ loadOptions: { refResolution: 1 } }, '"loadOptions.refResolution": must be an object'],
    [{ staticAuth: { basic: 'a:b' } }, '"staticAuth.basic": must be { username, password }'],
    [{ toolTransforms: { global: [1] } }, '"toolTransforms.global": must be a list of objects and functions'],
    [
      { authProviderMapper: { a: 1 } },
      '"authProviderMapper": must be an object of names of auth providers, { provider, scopes? } or functions, by security scheme',
    ],
    [{ url: 'https://x.example/a.json' }, '"url": must be left out beside "spec": there is one description'],
    [{ spec: undefined }, '"spec": must be given, or "url": where the description is'],
  ];
  for (const [options, text] of rows) assert.equal(faults(options), [`adapter "pets": ${text}`]);
});

test.run();
