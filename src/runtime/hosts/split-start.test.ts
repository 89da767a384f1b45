/* A server of several endpoints of which one cannot start: nothing of it stays, and it is tried again. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fetchSmall } from '../../../test/support/fetch-small.ts';
import { modernRequest } from '../../../test/support/wire-client.ts';
import { App, Provider, Service, tool } from '../define/index.ts';
import type { ApplicationCore } from '../features/application/application-core.ts';

const appNamed = (name: string, seen: string[]) => {
  class Kept {
    dispose(): void {
      seen.push(`dispose ${name}`);
    }
  }
  Provider({ name: `kept-${name}` })(Kept);
  const use = tool({ name: `use_${name}`, description: 'Answers.' })(() => name);
  const app = class {};
  App({ id: name, name, tools: [use], providers: [Kept] })(app);
  return app;
};

/** Three apps; what their parts do is told in order. `failing` is taken away by who repairs it. */
function serverOf(failing: { open?: string; start?: string; stop?: string; probe?: string }) {
  const seen: string[] = [];
  const Split = class {};
  Service({
    info: { name: 'split', version: '1.0.0' },
    splitByApp: true,
    health: { readyz: { enabled: true } },
    apps: ['alpha', 'beta', 'gamma'].map((name) => appNamed(name, seen)),
  })(Split);
  let now = 0;
  const { handler, lines } = fetchSmall({
    server: Split,
    platform: { now: () => now },
    features: [
      {
        name: 'watched',
        create: ({ http: { mount = '/mcp' } }: ApplicationCore) => {
          const name = mount.replace('/mcp/', '');
          if (failing.open === name) throw new Error(`${name} cannot be opened`);
          return {
            probes: [{ name: 'watched', check: () => ({ status: failing.probe === name ? 'unhealthy' : 'ok' }) }],
            start: async () => {
              if (failing.start === name) throw new Error(`${name} cannot start`);
              seen.push(`start ${name}`);
              return async () => {
                seen.push(`stop ${name}`);
                if (failing.stop === name) throw new Error(`${name} cannot stop`);
              };
            },
          };
        },
      },
    ],
  });
  const ask = async (app: string): Promise<number> => {
    const { body, headers } = modernRequest('tools/list', {});
    const answer = await handler(new Request(`http://localhost/mcp/${app}`, { method: 'POST', headers, body }), {}, undefined);
    await answer.text();
    return answer.status;
  };
  const ready = async (): Promise<string> => (await handler(new Request('http://localhost/readyz'), {}, undefined)).text();
  return { seen, lines, ask, ready, pass: (ms: number) => (now += ms) };
}

test('an endpoint that cannot start ends the started ones, last first, and its failure alone is reported', async () => {
  const failing: { start?: string; stop?: string } = { start: 'gamma', stop: 'beta' };
  const { ask, lines, pass, seen } = serverOf(failing);
  assert.is(await ask('alpha'), 503);
  const begun = ['start /mcp', 'start alpha', 'start beta'];
  const ended = ['dispose gamma', 'stop beta', 'dispose beta', 'stop alpha', 'dispose alpha', 'stop /mcp'];
  assert.equal(seen, [...begun, ...ended]);
  assert.match(lines.find((line) => line.includes('could not be started')) ?? '', 'gamma cannot start');
  assert.match(lines.find((line) => line.includes('could not be ended')) ?? '', 'beta cannot stop');
  seen.length = 0;
  failing.start = '';
  pass(3_600_000);
  assert.is(await ask('gamma'), 200);
  assert.equal(seen, [...begun, 'start gamma'], 'and runs once');
});

test('an endpoint that cannot be opened ends those that were opened', async () => {
  const { ask, lines, seen } = serverOf({ open: 'gamma' });
  assert.is(await ask('alpha'), 503);
  assert.equal(seen, ['dispose beta', 'dispose alpha']);
  assert.match(lines.find((line) => line.includes('could not be started')) ?? '', 'gamma cannot be opened');
});

test('[S5.9.readyz.apps] what an endpoint of an app needs is asked for by /readyz of all', async () => {
  const { ready } = serverOf({ probe: 'beta' });
  const text = await ready();
  assert.match(text, '"status":"not_ready"');
  const asked = [...text.matchAll(/"([^"]*watched)":\{"status":"(\w+)"/g)].map(([, name, status]) => `${name} ${status}`);
  assert.equal(asked, ['watched ok', 'alpha: watched ok', 'beta: watched unhealthy', 'gamma: watched ok']);
});

test('[split.refused] options that no endpoint would serve stop the start, with every fault named', async () => {
  const answers = tool({ name: 'answers', description: 'Answers.' })(() => 'yes');
  const app = class {};
  App({ name: 'One', standalone: 'includeInParent', auth: { mode: 'public' } })(app);
  const tell = async (options: object): Promise<string> => {
    const Split = class {};
    Service({ info: { name: 'split', version: '1.0.0' }, apps: [app], tools: [answers], ...options })(Split);
    const { handler } = fetchSmall({ server: Split });
    const answer = await handler(new Request('http://localhost/mcp'), {}, undefined);
    assert.is(answer.status, 500);
    return String(Reflect.get(Object(await answer.json()), 'message'));
  };
  const faults = await tell({ splitByApp: true });
  assert.match(faults, '@Service: "tools": splitByApp serves apps alone');
  assert.match(faults, 'app "One": "standalone": splitByApp leaves the server without an endpoint');
});

test.run();
