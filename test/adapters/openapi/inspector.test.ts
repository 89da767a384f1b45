/* The official inspector's `--strict` over the tools of descriptions that others wrote; `npm run measure -- openapi-documents` does it for GitHub and Stripe. */
import { resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { installedDocuments } from '../../../scripts/measure/openapi-documents/documents.ts';
import { inspectTools } from '../../../scripts/measure/openapi-documents/inspect-tools.ts';

test('[A14.documents] [A13.nullable] the inspector finds in tools of OpenAPI 2.0 and 3.0 only what their descriptions say', async () => {
  const documents = installedDocuments(resolve(import.meta.dirname, '../../..')).filter(({ name }) => /^(2\.0|3\.0)\/.*json$/.test(name));
  const found = await inspectTools(documents);
  // Descriptions have schemas that accept anything; a list of types would be of our making.
  assert.ok(found.length > 5, 'it looked at all pages of the list');
  assert.equal(
    found.filter((one) => !one.startsWith('untyped-schema ')),
    [],
  );
});

test.run();
