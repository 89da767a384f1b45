import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { anonymousCaller, Plugin, resource, Service, type RegistrationItem } from '../../define/index.ts';
import type { EntryModel } from '../../model/index.ts';
import { silentLogger } from '../../std/index.ts';
import { guarding } from './admission.ts';
import { viewerOf } from './call-pipeline.ts';
import type { CallRequest } from './call-request.ts';
import { noRequestHeaders } from './request-headers.ts';
import { createUncompiledRuntime } from '../../../../test/support/uncompiled-runtime.ts';

const request: CallRequest = {
  revision: { version: '2026-07-28' },
  requestId: { text: 'r' },
  auth: anonymousCaller,
  clientCapabilities: {},
  meta: {},
  http: noRequestHeaders,
  channel: { signal: new AbortController().signal, notify: () => false, ask: () => Promise.reject(new Error('nobody to ask')) },
};

const environment = { os: 'linux', runtime: 'node', deployment: 'standalone', surface: 'mcp', env: 'production' };

async function admissionOf(plugins: readonly RegistrationItem[]) {
  class Server {}
  const resources = ['open', 'hidden'].map((name) => resource({ name, uri: `x://${name}` })(() => name));
  Service({ info: { name: 'test', version: '1.0.0' }, resources, plugins })(Server);
  const runtime = await createUncompiledRuntime(Server, { logger: silentLogger, environment });
  const admit = async (name: string): Promise<string> => {
    const live = runtime.registry.findResource(`x://${name}`);
    const use = { ...viewerOf(request), origin: 'client' as const, unknown: () => new Error('unknown') };
    if (live === undefined) return 'not there';
    try {
      await runtime.pipeline.admission?.admit(live, use);
      return 'admitted';
    } catch (failure) {
      return String(failure);
    }
  };
  return { admit, runtime };
}

class Hiding {
  filterEntry(entry: EntryModel): boolean {
    return entry.name !== 'hidden';
  }
}
Plugin({ name: 'hiding' })(Hiding);

test('what a filter hides is unknown at every door, subscriptions among them', async () => {
  const { admit } = await admissionOf([Hiding]);
  assert.equal([await admit('open'), await admit('hidden')], ['admitted', 'Error: unknown']);
});

test('guards are asked after filters, each only of what concerns it', async () => {
  const { admit, runtime } = await admissionOf([Hiding]);
  const asked: string[] = [];
  guarding({
    concerns: ({ model }) => model.name === 'open',
    lists: () => true,
    admit: ({ model }) => {
      asked.push(model.name);
      throw new Error('refused');
    },
  })(runtime.pipeline);
  assert.equal([await admit('hidden'), await admit('open')], ['Error: unknown', 'Error: refused']);
  assert.equal(asked, ['open']);
});

test.run();
