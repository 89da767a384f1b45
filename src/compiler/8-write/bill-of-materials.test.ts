import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { faultsOfBill } from '../../../test/support/check-sbom.ts';
import { materialFiles } from './bill-of-materials.ts';

const digest = '0f'.repeat(32);
const licenses = [
  'MIT',
  'MIT OR Apache-2.0',
  '(MIT AND (Apache-2.0 OR BSD-3-Clause))',
  '(see below)',
  'LGPL-2.1+',
  'SEE LICENSE IN LICENSE.md',
  'UNLICENSED',
  'Custom: https://example.org/?a="b"',
  'a\nb',
  '',
];

const billOf = (given: Partial<Parameters<typeof materialFiles>[0]>): string =>
  String(materialFiles({ name: 'server', version: '1.0.0', libraries: [], digest, ...given })[0]?.contents);

test('[build.sbom] the schema of CycloneDX 1.6 accepts bills with and without libraries, with unusual licences, names and versions', async () => {
  const libraries = licenses.map((license, at) => ({ name: `@scope/library-${at}`, version: '1.0.0-rc.1+build', license, texts: [] }));
  const unlicensed = { name: 'Ünusual name', version: '1', texts: ['text'] };
  for (const given of [{}, { libraries: [...libraries, unlicensed] }, { name: 'a "name"\n$(id)', version: '0.0.0-α' }])
    assert.is(await faultsOfBill(billOf(given)), null, JSON.stringify(given));
  // The judge itself: what is no bill is refused.
  assert.ok((await faultsOfBill(billOf({}).replace('"application"', '"program"'))) !== null);
  assert.ok((await faultsOfBill(billOf({}).replace('"version": 1', '"version": 1, "own": true'))) !== null);
});

test.run();
