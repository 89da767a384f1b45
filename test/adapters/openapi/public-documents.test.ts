/* The short form of `npm run measure -- openapi-documents`: descriptions of packages in tools/openapi. */
import { resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { measureDocuments } from '../../../scripts/measure/openapi-documents/measure-documents.ts';

const words = [
  '2.0/petstore.yaml',
  '3.0/petstore.json',
  '3.0/star-trek.json',
  '3.0/file-uploads.json',
  '3.1/parameters-style.json',
  '3.1/readme.json',
  'figma',
];

test('[A14.documents] tools of public descriptions, beside another parser and another validator', async () => {
  const root = resolve(import.meta.dirname, '../../..');
  const { problems, report } = await measureDocuments({ root, folder: '', words, flags: { quick: true } });
  assert.equal(problems, []);
  assert.ok(Number(Reflect.get(report, 'requests')) > 80, JSON.stringify(report));
});

test.run();
