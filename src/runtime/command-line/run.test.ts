import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { z } from 'zod';
import { openProgram, type OpenedProgram } from '../../../test/support/command-line.ts';
import { prompt, resource, resourceTemplate, skill, tool, type ServerMetadata } from '../define/index.ts';
import type { JsonObject } from '../model/index.ts';

const echo = (name: string) =>
  tool({ name, description: `Says ${name}.`, inputSchema: { text: z.string().optional() }, outputSchema: 'string' })(() => name);

const server: ServerMetadata = {
  info: { name: 'things', version: '1.0.0' },
  serve: false,
  tools: [
    tool({
      name: 'addNumbers',
      description: 'Adds \u001B[31mtwo\u001B[0m numbers. Then stops.',
      inputSchema: { a: z.number().max(10).describe('First'), b: z.number().default(1) },
      outputSchema: { sum: z.number() },
      examples: [{ description: 'small', input: { a: 2, b: 3 } }],
    })(({ a, b }) => ({ sum: a + b })),
    tool({ name: 'print-noise', description: 'Prints.', inputSchema: {}, outputSchema: 'string' })(() => {
      console.log('stray');
      return '\u001B]0;owned\u0007text';
    }),
    tool({ name: 'fail', description: 'Fails.', inputSchema: {} })(() => {
      throw new Error('the reason');
    }),
    tool({ name: 'ask', description: 'Asks.', inputSchema: {} })(async (_input, context) => {
      const { status, content } = await context.elicit(
        'Which one?',
        z.object({ size: z.number().max(5), kind: z.enum(['a', 'b']).optional() }),
      );
      return { answered: status, form: content ?? null };
    }),
    tool({ name: 'picture', description: 'Shows.', inputSchema: {}, outputSchema: 'image' })(() => ({
      type: 'image' as const,
      data: 'AAAA',
      mimeType: 'image/png',
    })),
    tool({ name: 'count', description: 'Counts.', inputSchema: {}, outputSchema: 'string' })((_input, context) => {
      context.progress(1, 2, 'One of \u001B[2Jmany words');
      context.progress(2, 2);
      return 'counted';
    }),
    ...['serve', 'get.page', 'getPage', 'get-page', 'resource', '__complete', '...', 'Help'].map(echo),
  ],
  resources: [resource({ name: 'facts', uri: 'facts://all', description: 'Facts.' })(() => 'two facts')],
  resourceTemplates: [resourceTemplate({ name: 'byCity', uriTemplate: 'facts://{countryCode}/{+cityPath}' })((uri) => String(uri))],
  prompts: [
    prompt({ name: 'greet', arguments: [{ name: 'firstName', description: 'Whom', required: true }, { name: 'list' }] })(
      ({ firstName }) => ({
        messages: [{ role: 'user', content: { type: 'text', text: `Hello ${firstName}` } }],
      }),
    ),
  ],
};

const skilled: ServerMetadata = {
  info: { name: 'skilled', version: '1.0.0' },
  serve: false,
  skills: [
    skill({
      name: 'refunds',
      description: 'Refunds an order.\u001B[2J',
      instructions: 'Ask for the order.',
      files: { 'references/the limits.md': 'Ten a day.' },
      tags: ['money'],
      tools: [{ name: 'pay', required: true }],
      toolValidation: 'ignore',
    }),
    skill({ name: 'parcels', description: 'Finds a parcel.', instructions: 'Look.' }),
  ],
};

const test = suite<{ opened: OpenedProgram }>('a generated command line');
test.before(async (context) => {
  context.opened = await openProgram(server);
});
test.after(({ opened }) => opened.close());

const data = (text: string): JsonObject => JSON.parse(text) as JsonObject;

test('[cli-program.tools] [cli-program.output] a call prints its result as text, or all of it as one JSON value', async ({ opened }) => {
  assert.equal(await opened.run(['add-numbers', '--a', '1']), { code: 0, out: '{"sum":2}\n', error: '' });
  assert.equal((await opened.run(['addNumbers', '--a', '1', '--b=-4'])).out, '{"sum":-3}\n');
  for (const args of [
    ['--output', 'json', 'add-numbers', '--a', '1'],
    ['add-numbers', '--a', '1', '--output=json'],
  ]) {
    const { code, out } = await opened.run(args);
    assert.is(code, 0);
    assert.equal(data(out)['structuredContent'], { sum: 2 });
  }
  assert.is((await opened.run(['picture'])).out, '[image image/png, 3 bytes]\n');
});

test('[cli-program.output] control characters stay in pipes and reach no screen', async ({ opened }) => {
  assert.is((await opened.run(['print-noise'])).out, '\u001B]0;owned\u0007text\n');
  const screen = await openProgram(server, { screen: { isTTY: true, columns: 80 } });
  assert.is((await screen.run(['print-noise'])).out, '\\u{1b}]0;owned\\u{7}text\n');
  for (const words of [['--help'], ['add-numbers', '--help']]) assert.not.match((await screen.run(words)).out, '\u001B');
  await screen.close();
});

test('[cli-program.progress] what a tool reports is one line that is rewritten on a screen, lines elsewhere, and nothing beside JSON', async ({
  opened,
}) => {
  assert.equal(await opened.run(['count']), { code: 0, out: 'counted\n', error: '1/2 One of \\u{1b}[2Jmany words\n2/2\n' });
  const verbose = await opened.run(['count', '--verbose']);
  assert.is(verbose.error.match(/^notifications\/progress \{.*"total":2/gm)?.length, 2, verbose.error);
  assert.not.match(verbose.error, /^\d\/2/m);
  for (const words of [[], ['--verbose']]) {
    const { error, out } = await opened.run(['count', '--output', 'json', ...words]);
    assert.equal([error, data(out)['content']], ['', [{ type: 'text', text: 'counted' }]]);
  }
  const screen = await openProgram(server, { screen: { isTTY: true, columns: 16 } });
  const { error, out } = await screen.run(['count']);
  await screen.close();
  assert.equal([error, out], ['\r\u001B[2K1/2 One of \\u{1\r\u001B[2K2/2\r\u001B[2K', 'counted\n']);
});

test('[cli-program.exit-codes] [cli-program.usage] 2 for wrong usage, 1 for a failure', async ({ opened }) => {
  const cases: readonly (readonly [args: readonly string[], code: number, error: string])[] = [
    [['add-numbers'], 2, 'tool: Missing --a\n  Add --help to see what each flag takes.\n'],
    [['add-numbers', '--a', 'x'], 2, 'tool: --a must be a number, but is "x"\n'],
    // What the flags cannot know the server checks.
    [['add-numbers', '--a', '11'], 2, 'tool: Invalid tool input: a: Too big: expected number to be <=10\n'],
    [['ad-numbers'], 2, 'tool: Unknown command "ad-numbers"\n  Did you mean add-numbers?\n'],
    [['sessions', 'switch', 'none'], 2, 'tool: No session is called "none"\n  Run sessions list to see what there is.\n'],
    [['--session', 'none', 'fail'], 2, 'tool: No session is called "none"\n  Run sessions list to see what there is.\n'],
    [['--outptu', 'json'], 2, 'tool: Unknown flag --outptu\n  Did you mean --output?\n'],
    [['--output', 'xml', 'fail'], 2, 'tool: --output must be one of text, json, but is "xml"\n'],
    [['--stdio', 'fail'], 2, 'tool: --stdio stands alone, or behind serve\n'],
    [['resource', 'read'], 2, 'tool: Missing <uri>\n  Run resource read --help to see what it takes.\n'],
    [['prompt', 'greet'], 2, 'tool: Missing --first-name\n  Run prompt get --help to see what it takes.\n'],
    [['prompt', 'gret', '--first-name', 'x'], 2, 'tool: No prompt is called "gret"\n  Did you mean greet?\n'],
    [['login', '--token', 'hunter2'], 2, 'tool: --token takes - alone, which reads standard input\n'],
    [
      ['connect', 'http://user:hunter2@127.0.0.1/'],
      1,
      'tool: An address must not hold a password: others can read command lines\n  Sign in with login.\n',
    ],
    [
      ['connect', 'http://example.org/'],
      1,
      'tool: http://example.org is not encrypted\n  Use https; http is for servers on this machine.\n',
    ],
    [
      ['login'],
      1,
      'tool: Calls run in this program, which needs no sign-in\n  To sign in at a server elsewhere, run tool connect <url> first.\n',
    ],
    [['fail'], 1, 'tool: the reason\n'],
  ];
  for (const [args, code, error] of cases) assert.equal(await opened.run(args), { code, out: '', error }, args.join(' '));
  const failed = await opened.run(['--output', 'json', 'fail']);
  assert.equal([failed.code, failed.error, data(failed.out)['isError']], [1, '', true]);
  assert.equal(data((await opened.run(['--output', 'json', 'add-numbers'])).out), {
    error: { message: 'Missing --a', hint: 'Add --help to see what each flag takes' },
  });
  const unknown = await opened.run(['resource', 'read', 'facts://none/']);
  assert.is(unknown.out, '');
  assert.ok(unknown.code === 1 || unknown.code === 2);
  assert.is((await opened.run([])).code, 2);
});

test('[cli-program.names] names that collide with each other or with own commands get -tool, and every tool can be called', async ({
  opened,
}) => {
  const named = (name: string): string => opened.commandOf(name);
  assert.equal(['serve', 'get.page', 'getPage', 'get-page', 'resource', '__complete', '...', 'Help'].map(named), [
    'serve-tool',
    'get-page-tool',
    'get-page-tool-2',
    'get-page',
    'resource-tool',
    'complete',
    'tool',
    'help-tool',
  ]);
  for (const name of ['serve', 'get.page', 'getPage', 'get-page', 'resource', '__complete', '...', 'Help'])
    assert.is((await opened.run([named(name)])).out, `${name}\n`);
  assert.is((await opened.run(['get.page'])).out, 'get.page\n');
});

test('[cli-program.entries] resources, templates and prompts', async ({ opened }) => {
  assert.is((await opened.run(['resource', 'list'])).out, '  facts://all  Facts.\n');
  assert.is((await opened.run(['resource', 'read', 'facts://all'])).out, 'two facts\n');
  assert.match((await opened.run(['template', 'list'])).out, 'byCity');
  for (const words of [['byCity'], ['by-city'], ['read', 'byCity']])
    assert.is((await opened.run(['template', ...words, '--country-code', 'i t', '--cityPath', 'ro/me'])).out, 'facts://i%20t/ro/me\n');
  assert.match((await opened.run(['prompt', 'list'])).out, 'greet');
  for (const words of [['greet'], ['get', 'greet']])
    assert.is((await opened.run(['prompt', ...words, '--first-name', '$(id)'])).out, 'user: Hello $(id)\n');
  assert.equal(data((await opened.run(['prompt', 'greet', '--firstName', 'Ada', '--output', 'json'])).out)['messages'], [
    { role: 'user', content: { type: 'text', text: 'Hello Ada' } },
  ]);
});

test('[cli-program.skills] skills are listed, searched, loaded with what they miss, and read', async () => {
  const opened = await openProgram(skilled);
  assert.match((await opened.run(['skills', 'list'])).out, /^ {2}refunds +Refunds an order\..*\n {2}parcels +Finds a parcel\.\n$/);
  const found = data((await opened.run(['skills', 'search', 'refund my order', '--tag', 'money', '-n', '1', '--output', 'json'])).out);
  assert.equal([(found['skills'] as JsonObject[]).map(({ id }) => id), found['total']], [['refunds'], 1]);
  assert.is((await opened.run(['skills', 'search', 'pizza'])).out, 'None.\n');
  assert.is((await opened.run(['skills', 'search', 'parcel', '--limit', '51'])).code, 2);
  const loaded = await opened.run(['skills', 'load', 'refunds']);
  assert.match(loaded.out, 'Ask for the order.');
  assert.match(loaded.error, 'These tools are not there: pay.');
  assert.match((await opened.run(['skills', 'load', 'nothing'])).error, 'Skill not found: nothing');
  assert.match((await opened.run(['skills', 'read', 'parcels'])).out, /^---\n[^]*\nLook\.\n$/);
  assert.is((await opened.run(['skills', 'read', 'refunds', 'references/the limits.md'])).out, 'Ten a day.\n');
  const [noSkill, noFile] = [
    await opened.run(['skills', 'read', 'parcel']),
    await opened.run(['skills', 'read', 'parcels', '../refunds/SKILL.md']),
  ];
  assert.match(noSkill.error, /No skill is called "parcel"[^]*parcels/);
  assert.match(noFile.error, 'The skill "parcels" has no file "../refunds/SKILL.md"');
  assert.equal([noSkill.code, noFile.code], [2, 2]);
  await opened.close();
});

test('[cli-program.help] help of the program, a tool, a group and an own command', async ({ opened }) => {
  const main = await opened.run(['--help']);
  assert.is(main.code, 0);
  assert.match(main.out, /^tool 1\.2\.3\n\nUsage: tool <command> \[flags\]\n\nTools:\n {2}add-numbers +Adds .*two.* numbers\n/);
  assert.match(main.out, /resource read <uri> +Print a resource\n/);
  for (const args of [
    ['add-numbers', '--help'],
    ['--help', 'add-numbers'],
    ['help', 'addNumbers'],
  ]) {
    const { code, out } = await opened.run(args);
    assert.is(code, 0);
    assert.match(out, /^Usage: tool add-numbers <flags>\n/);
    assert.match(out, /--a <number> +First \(required\)\n {2}--b <number> +\(default: 1\)\n/);
    assert.match(out, 'Examples:\n  tool add-numbers --a 1\n');
  }
  assert.match((await opened.run(['resource', '--help'])).out, /resource list +List the resources\n/);
  assert.match((await opened.run(['serve', '-h'])).out, /-p, --port <integer>/);
  assert.match((await opened.run(['prompt', 'greet', '--help'])).out, /--first-name <text> +Whom \(required\)/);
  const closed = await openProgram(server, { host: { open: () => Promise.reject(new Error('started')) } });
  for (const args of [['--help'], ['add-numbers', '--help'], ['serve', '--help'], ['--version'], ['__complete', '--', 'a']])
    assert.is((await closed.run(args)).code, 0, args.join(' '));
  await closed.close();
  const incomplete = await opened.run(['resource']);
  assert.equal([incomplete.code, incomplete.out], [2, '']);
});

test('[cli-program.help-levels] a word that only begins commands, and what templates and prompts take', async ({ opened }) => {
  for (const words of [['prompt', 'greet'], ['template', 'by-city'], ['template', 'read', 'byCity'], ['sessions'], ['help']]) {
    const page = await opened.run([...words, '--help']);
    assert.equal([page.code, page.error], [0, ''], words.join(' '));
    assert.equal(await opened.run(['help', ...words]), page);
    assert.equal(await opened.run(['--help', ...words]), page);
    if (words[0] === 'prompt') assert.match(page.out, /--first-name <text> +Whom \(required\)/);
    if (words[0] === 'template') assert.match(page.out, /--city-path <text> +\(required\)/);
  }
  const error = 'tool: Unknown command "sessions swich"\n  Did you mean switch?\n';
  for (const words of [
    ['swich', 'x'],
    ['swich', '--help'],
  ])
    assert.equal(await opened.run(['sessions', ...words]), { code: 2, out: '', error });
  const hint = '  Run resource --help to see the commands.\n';
  assert.is((await opened.run(['resource', 'nothing'])).error, `tool: Unknown command "resource nothing"\n${hint}`);
  assert.is((await opened.run(['help', '__complete'])).code, 2);
  assert.equal((await opened.run(['sessions', '--verbose', '-h'])).out, (await opened.run(['sessions', '-h'])).out);
});

test('[cli-program.help-levels] texts are wrapped on a screen alone', async ({ opened }) => {
  const screen = await openProgram(server, { screen: { isTTY: true, columns: 60 } });
  for (const words of [['--help'], ['add-numbers', '--help'], ['sessions', '--help']]) {
    const { out: shown } = await screen.run(words);
    const { out } = await opened.run(words);
    assert.not.match(shown, /[^]*Usage[^]*^ {2}.{62}/m, words.join(' '));
    assert.is(shown.replaceAll(/\s+/g, ' '), out.replaceAll('\u001B', '\\u{1b}').replaceAll(/\s+/g, ' '));
    if (words.length === 1) assert.match(out, /.{90}/);
  }
  await screen.close();
});

test('[cli-program.questions] a form is put to the person at the terminal only', async ({ opened }) => {
  const alone = await opened.run(['ask']);
  assert.equal([alone.code, alone.out], [1, '']);
  assert.match(alone.error, 'elicitation');
  const attended = await openProgram(server, { answers: ['9x', '3', 'c', 'b'] });
  const { code, error, out } = await attended.run(['ask']);
  await attended.close();
  assert.equal([code, JSON.parse(out)], [0, { answered: 'accept', form: { size: 3, kind: 'b' } }]);
  assert.match(error, 'Which one?\n');
  assert.match(error, 'must be a number, but is "9x"');
});

test('[cli-program.settings] excludeTools, outputDefault, description and authRequired act', async () => {
  const settings = { excludeTools: ['fail'], outputDefault: 'json' as const, description: 'Does things', authRequired: true };
  const set = await openProgram(server, { settings });
  assert.match((await set.run(['--help'])).out, 'tool 1.2.3 - Does things\n');
  assert.is((await set.run(['fail'])).code, 2);
  const refused = await set.run(['add-numbers', '--a', '1']);
  assert.equal(
    [refused.code, data(refused.out)],
    [1, { error: { message: 'This program needs a sign-in', hint: 'Run tool connect <url>, then tool login' } }],
  );
  await set.close();
});

test('[cli-program.completion] commands, sub-commands, flags and choices are completed', async ({ opened }) => {
  const words = async (...typed: readonly string[]): Promise<readonly string[]> =>
    (await opened.run(['__complete', '--', ...typed])).out
      .split('\n')
      .map((line) => line.split('\t')[0] ?? '')
      // As shells do.
      .filter((word) => word !== '' && word.startsWith(typed.at(-1) ?? ''));
  assert.equal(await words('add'), ['add-numbers']);
  assert.equal(await words('sessions', ''), ['list', 'switch', 'delete']);
  assert.equal(await words('add-numbers', '--a'), ['--a', '--arguments']);
  assert.equal(await words('add-numbers', '--output', ''), ['text', 'json']);
  assert.equal(await words('addNumbers', '--output='), ['--output=text', '--output=json']);
  assert.equal(await words('completion', ''), ['bash', 'zsh', 'fish']);
  assert.equal(await words('serve', '-'), (await words('--verbose', 'serve', '-')).slice());
  assert.equal(await words('connect', '--'), ['--name', '--output', '--verbose', '--log-dir', '--session', '--help']);
  for (const shell of ['bash', 'zsh', 'fish']) assert.match((await opened.run(['completion', shell])).out, '__complete --');
  assert.match((await opened.run(['completion', 'csh'])).error, 'No completion for "csh"\n  Shells: bash, zsh, fish.');
});

const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/; // oxlint-disable-line no-control-regex

test('[X.generated.terminal] [cli-program.completion] choices and results of a server steer no screen and no shell', async () => {
  const hostile = '\u009b2J\u202eb';
  const kinds = ['a', 'zwölf', '$(touch x)', '`id`', 'two words', hostile] as const;
  const pick = tool({ name: 'pick', description: 'Picks.', inputSchema: { kind: z.enum(kinds).default(hostile) }, outputSchema: 'string' })(
    () => hostile,
  );
  const given = { info: { name: 'things', version: '1.0.0' }, serve: false as const, tools: [pick] };
  const opened = await openProgram(given, { screen: { isTTY: true, columns: 80 } });
  for (const words of [['pick', '--help'], ['pick'], ['pick', '--output', 'json'], ['--output', 'json', 'pick', '--kind', hostile + 'c']]) {
    const { error, out } = await opened.run(words);
    assert.not.match(out + error, controls, words.join(' '));
    if (words.includes('json')) assert.match(JSON.stringify(JSON.parse(out)), hostile);
  }
  assert.is((await opened.run(['__complete', '--', 'pick', '--kind', ''])).out, 'a\t\nzwölf\t\n');
  await opened.close();
});

test.run();
