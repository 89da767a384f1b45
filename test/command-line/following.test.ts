/* What a generated command line waits for: tasks, changes of resources and lists, and calls that Ctrl-C ends; in its own process and over HTTP. */
import { EventEmitter } from 'node:events';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { z } from 'zod';
import { prompt, resource, Service, tool } from '../../src/runtime/define/index.ts';
import { abortOnSignals } from '../../src/runtime/terminal/index.ts';
import { openProgram, type OpenedProgram, type ProgramOptions } from '../support/command-line.ts';
import { serveSmall, type Served } from '../support/serve-small.ts';
import { askTwo, broken, failing, gate, job, must, roundsFirst } from '../support/task-tools.ts';
import { modernRequest, send } from '../support/wire-client.ts';

const touch = tool({ name: 'touch', description: 'Changes two resources and a list', outputSchema: 'string' })((_input, context) => {
  context.notifyResourceUpdated('facts://other');
  context.notifyResourceUpdated('facts://all');
  context.notifyPromptListChanged();
  return 'touched';
});
const hold = tool({ name: 'hold', description: 'Runs until it is cancelled' })(
  (_input, context) =>
    new Promise<string>((resolve) => {
      context.signal.addEventListener('abort', () => {
        gate.aborted();
        resolve('cancelled');
      });
      gate.reached();
    }),
);
const region = tool({
  name: 'region',
  description: 'Has arguments that headers repeat',
  inputSchema: {
    region: z.string().meta({ 'x-mcp-header': 'Region' }).optional(),
    count: z.int().meta({ 'x-mcp-header': 'Count' }).optional(),
  },
  outputSchema: 'string',
})((input) => JSON.stringify(input));

@Service({
  info: { name: 'things', version: '1.0.0' },
  serve: false,
  tasks: { defaultPollIntervalMs: 50 },
  tools: [touch, hold, region, job, must, failing, broken, askTwo, roundsFirst],
  resources: [
    resource({ name: 'facts', uri: 'facts://all', description: 'Facts' })(() => 'two facts'),
    resource({ name: 'other', uri: 'facts://other', description: 'Others' })(() => 'one fact'),
  ],
  prompts: [prompt({ name: 'greet' })(() => ({ messages: [] }))],
})
class Server {}

const test = suite<{ served: Served; url: string }>('what a generated command line waits for');
test.before(async (context) => {
  context.served = await serveSmall({}, { server: Server });
  context.url = `http://127.0.0.1:${context.served.port}/`;
});
test.after(async ({ served }) => void (await served.run.stop(0)));

type Check = (program: OpenedProgram, where: string) => Promise<void>;

/** The same program, calling itself and calling the server elsewhere. */
async function everywhere(url: string, check: Check, optionsOf: () => ProgramOptions = () => ({})): Promise<void> {
  for (const where of ['here', 'elsewhere']) {
    const program = await openProgram(Server, optionsOf());
    try {
      if (where === 'elsewhere') assert.equal((await program.run(['connect', url, '--name', 'dev'])).error, '');
      await check(program, where);
    } finally {
      await program.close();
    }
  }
}

test('[cli-program.tasks] a call that becomes a task gives what the task ends with, questions of the task included', async ({ url }) => {
  await everywhere(url, async (program, where) => {
    for (const name of ['job', 'must-be-task']) assert.equal(await program.run([name]), { code: 0, out: 'done\n', error: '' }, where);
    const [failed, refused] = [await program.run(['failing']), await program.run(['broken'])];
    assert.equal([failed.code, failed.out, refused.code, refused.out], [1, '', 1, ''], where);
    assert.match(refused.error, 'broke down');
  });
  const attended = () => ({ answers: ['Ada', 'Bob', 'Eve', 'true'] });
  const asks: Check = async (program, where) => {
    assert.equal((await program.run(['ask-two'])).out, 'Ada+Bob\n', where);
    assert.equal((await program.run(['rounds-first'])).out, 'Eve true\n', where);
  };
  await everywhere(url, asks, attended);
});

/** Everything written, and a wait for a text of it. */
class Written {
  readonly texts: string[] = [];
  #heard: () => void = () => undefined;

  readonly add = (text: string): void => {
    this.texts.push(text);
    this.#heard();
  };

  async holds(wanted: string | RegExp): Promise<void> {
    while (!this.texts.some((text) => (typeof wanted === 'string' ? text === wanted : wanted.test(text))))
      await new Promise<void>((resolve) => (this.#heard = resolve));
  }
}

test('[cli-program.subscribe] each change of a subscribed resource is a line as it happens, until Ctrl-C', async ({ url }) => {
  const cases = [
    [['subscribe', 'resource', 'facts://all'], /^notifications\/resources\/updated facts:\/\/all\n$/],
    [['subscribe', 'notification'], /^notifications\/prompts\/list_changed\n$/],
    [
      ['--output', 'json', 'subscribe', 'resource', 'facts://all'],
      /"method":"notifications\/resources\/updated","params":\{.*"uri":"facts:\/\/all"/,
    ],
  ] as const;
  for (const [words, line] of cases) {
    let [written, stop] = [new Written(), new AbortController()];
    const options = (): ProgramOptions => {
      [written, stop] = [new Written(), new AbortController()];
      return { onWrite: written.add, signal: stop.signal };
    };
    const listens: Check = async (program, where) => {
      const running = program.run(words);
      await written.holds('Listening; Ctrl-C ends it.\n');
      for (const count of [1, 2]) {
        await program.run(['touch']);
        await written.holds('touched\n');
        await written.holds(line);
        const changes = written.texts.splice(0).filter((text) => text.includes('notifications/'));
        assert.is(changes.length, 1, `${where}, change ${count}: ${changes.join('')}`);
      }
      stop.abort(new Error('stopped by SIGINT'));
      assert.is((await running).code, 0, where);
    };
    await everywhere(url, listens, options);
  }
});

test('[cli-program.exit-codes] Ctrl-C and other signals end a call, and tell the server', async ({ url }) => {
  for (const [name, expected] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    let signals = new EventEmitter();
    const options = (): ProgramOptions => {
      signals = new EventEmitter();
      return { signal: abortOnSignals(signals, () => assert.unreachable('one signal')).signal };
    };
    const isCancelled: Check = async (program, where) => {
      const reached = new Promise<void>((resolve) => (gate.reached = resolve));
      const aborted = new Promise<void>((resolve) => (gate.aborted = resolve));
      const running = program.run(['hold']);
      await reached;
      signals.emit(name, name);
      await aborted;
      const { code, error, out } = await running;
      assert.equal([code, out, error], [expected, '', ''], `${name} ${where}`);
    };
    await everywhere(url, isCancelled, options);
  }
});

test('[cli-program.headers] arguments marked x-mcp-header are in the headers of a call, also where only the server knows the tools', async ({
  served,
  url,
}) => {
  // The server refuses a call without them.
  const request = modernRequest('tools/call', { name: 'region', arguments: { region: 'eu' } });
  assert.is((await send({ port: served.port, ...request })).status, 400);
  for (const isListed of [true, false]) {
    const called: Check = async (program, where) => {
      for (const [args, given] of [
        [['--region', 'eu', '--count', '3'], { region: 'eu', count: 3 }],
        [['--region', ' Zürich\nwest'], { region: ' Zürich\nwest' }],
        [['--region='], { region: '' }],
        [[], {}],
      ] as const) {
        const { code, error, out } = await program.run(['region', ...args]);
        assert.equal([code, out], [0, `${JSON.stringify(given)}\n`], `${where}, ${isListed}: ${error}`);
      }
    };
    await everywhere(url, called, () => ({ isListed }));
  }
});

test.run();
