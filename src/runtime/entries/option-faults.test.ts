import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Adapter, app, DynamicAdapter, Provider, Service, tool, type AnyClass } from '../define/index.ts';
import { collect, modelFromMetadata, serverModelOf } from './index.ts';

function serverOf(options: object): AnyClass {
  class Server {}
  Service({ info: { name: 's', version: '1' }, ...options })(Server);
  return Server;
}

async function problemOf(options: object): Promise<string> {
  try {
    await modelFromMetadata(serverOf(options));
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const made = (more: object = {}) => tool({ name: 't', description: 'T', ...more })(() => 1);

test('[D4.authoring.unserved-guard] a server with guards that are not served does not start', async () => {
  assert.match(await problemOf({ tools: [made()], auth: { mode: 'local' } }), /^@Service: "auth" is not served .* everybody could call/);
  assert.match(await problemOf({ tools: [made({ authorities: ['admin'] })] }), /^tool "t": "authorities" is not served/);
  assert.match(await problemOf({ apps: [app({ name: 'a', tools: [made()], auth: {} })] }), /^app "a": "auth" is not served/);
  assert.match(await problemOf({ tools: [made()], jobs: [class Nightly {}] }), /^@Service: "jobs" is not served/);
});

test('[D4.authoring.unserved-option] what has no effect is a warning of the start', async () => {
  const collected = await collect(serverOf({ tools: [made({ ui: {} })], observability: true }));
  assert.equal(serverModelOf(collected).warnings, [
    '@Service: "observability" has no effect in this version: nothing is traced',
    'tool "t": "ui" has no effect in this version: no page is shown with its result',
  ]);
});

test('[D4.authoring.option-faults] options of apps, adapters and providers are checked at start, with the nearest name', async () => {
  @Adapter({ name: 'a', descripton: 'typo' } as never)
  class Misspelt extends DynamicAdapter {
    fetch() {
      return {};
    }
  }
  @Provider({ name: 'p', scop: 'global' } as never)
  class Strange {}
  const faults = await problemOf({
    apps: [app({ name: 'one', tols: [], description: 3 } as never)],
    adapters: [Misspelt],
    providers: [Strange],
  });
  assert.equal(faults.split('\n').sort(), [
    'adapter "a": unknown option "descripton"; did you mean "description"?',
    'app "one": "description" must be a string',
    'app "one": unknown option "tols"; did you mean "tools"?',
    'provider "p": unknown option "scop"; did you mean "scope"?',
  ]);
});

test.run();
