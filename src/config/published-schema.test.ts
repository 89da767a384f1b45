import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { settings } from './generated.ts';

test('[S4.config.schema] the package exports the schema that $schema of a config names', () => {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const exported: unknown = Reflect.get(Object(Reflect.get(Object(manifest), 'exports')), './service.config.schema.json');
  assert.is(exported, './service.config.schema.json');
  assert.match(settings['$schema']?.summary ?? '', './node_modules/@service/cli/service.config.schema.json');
  const file = createRequire(fileURLToPath(import.meta.url)).resolve('../../service.config.schema.json');
  assert.ok(existsSync(file));
});

test.run();
