import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Plugin, Provider, Service, tool, type AnyClass } from '../../define/index.ts';
import { modelFromMetadata } from '../../entries/index.ts';
import { knownEntries } from './known-entries.ts';

test('[cli-program.help] what plugins list is known without building them or a provider', async () => {
  class Costly {
    constructor() {
      throw new Error('built');
    }
  }
  Provider({ name: 'costly' })(Costly);
  class Brings {
    constructor() {
      throw new Error('built');
    }
  }
  const brought = tool({ name: 'brought', description: 'x' })(() => 1);
  Plugin({ name: 'brings', tools: [brought] })(Brings);
  const Server: AnyClass = class {};
  const own = tool({ name: 'own', description: 'x' })(() => 1);
  Service({ info: { name: 's', version: '1.0.0' }, plugins: [Brings], providers: [Costly], tools: [own] })(Server);
  const model = await modelFromMetadata(Server);
  const place = { os: 'linux', runtime: 'node', deployment: 'standalone', surface: 'cli', env: 'test' };
  assert.equal(
    knownEntries({ constants: { model } }, place)?.tools.map(({ name }) => name),
    ['own', 'brought'],
  );
});

test.run();
