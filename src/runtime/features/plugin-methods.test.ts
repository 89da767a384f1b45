import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createUncompiledRuntime } from '../../../test/support/uncompiled-runtime.ts';
import { Service, skill, tool } from '../define/index.ts';
import { listeningCapabilities } from '../http/http-settings.ts';
import { allRevisions } from '../mcp/revisions/all.ts';
import { readEnvironment } from '../options/env.ts';
import { methodProblems, protocolWords } from '../options/plugin-methods.ts';
import { silentLogger } from '../std/index.ts';
import { allFeatures } from './all.ts';
import { createApplication } from './application/compose.ts';

test('[plugins.methods] no plugin can have the first word of a method of the protocol', () => {
  const words = new Set(allRevisions.flatMap(({ methods }) => [...methods.keys()].map((method) => method.split('/')[0] ?? '')));
  assert.ok(words.size > 5);
  for (const word of words) {
    assert.ok(protocolWords.includes(word), word);
    assert.is(methodProblems(word, [`${word}/own`]).length, 1, word);
  }
});

test('[plugins.methods] names begin with the id of the plugin, each once', () => {
  assert.equal(methodProblems('feed', ['feed/refresh', 'feed/state/now']), []);
  assert.equal(methodProblems('tools', undefined), []);
  for (const name of ['refresh', 'other/refresh', 'feed', 'feed/', 'feed//x', 'feed/a b', 7])
    assert.match(methodProblems('feed', [name])[0] ?? '', 'must be "feed/" and a name', String(name));
  assert.equal(methodProblems('feed', ['feed/a', 'feed/a']), ['"feed/a" is there twice']);
});

test('[plugins.methods] no two features have a method of one name, and no plugin can have one of theirs', async () => {
  const server = class {};
  const job = tool({ name: 'job', description: 'Works.', execution: { taskSupport: 'optional' } })(() => 'done');
  const packing = skill({ name: 'packing', description: 'Packs.', instructions: 'Pack.' });
  Service({ info: { name: 'all', version: '1.0.0' }, tools: [job], skills: [packing], serve: false })(server);
  const methods: string[] = [];
  const features = allFeatures.map((factory) => ({
    ...factory,
    create(parts: Parameters<typeof factory.create>[0]) {
      const feature = factory.create(parts);
      methods.push(...Object.keys(feature.methods ?? {}));
      return feature;
    },
  }));
  const runtime = await createUncompiledRuntime(server, { logger: silentLogger });
  const environment = readEnvironment({});
  createApplication({ runtime, revisions: allRevisions, features, environment, logger: silentLogger, capabilities: listeningCapabilities });
  assert.ok(methods.some((name) => name.startsWith('tasks/')) && methods.some((name) => name.startsWith('skills/')), methods.join());
  assert.is(new Set(methods).size, methods.length, methods.join());
  for (const name of methods) assert.ok(protocolWords.includes(name.split('/')[0] ?? ''), name);
});

test.run();
