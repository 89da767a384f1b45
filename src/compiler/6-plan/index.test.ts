import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { requestOf } from '../../../test/support/compile.ts';
import { compiledModel } from '../../../test/support/empty-model.ts';
import { planSettings } from './index.ts';

const port = (variables: Readonly<Record<string, string>>, configHttpPort?: number): number =>
  planSettings(requestOf('/p', 'w', { variables, ...(configHttpPort === undefined ? {} : { configHttpPort }) }), compiledModel(), {}).port;

test("[node.default-port] the port of a start without PORT is the deployment's, then the config's, then 3000", () => {
  assert.equal([port({ PORT: '3999' }, 4123), port({}, 4123), port({})], [3999, 4123, 3000]);
});

test.run();
