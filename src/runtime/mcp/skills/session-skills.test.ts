import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { connect, type InProcessClient, skill, type SkillsConfig, tool } from '@service/sdk';
import { asText, openEnvelopeClient } from '../../../../test/support/envelope-client.ts';
import { skillAudit } from '../../features/skill-audit.ts';
import { skills } from '../../features/skills.ts';
import type { JsonObject } from '../../model/index.ts';
import { createSkillAudit } from './skill-audit.ts';
import { anonymousCaller, createAuthContext } from '../../define/create-auth-context.ts';

const boil = tool({ name: 'boil', description: 'Boils water.' })(() => 'hot');
const brewing = skill({
  id: 'tea-maker',
  name: 'brewing',
  description: 'Brews tea. Use when tea is made.',
  instructions: '# Brewing\n\nBoil water.',
  files: { 'references/cups.md': 'Cups' },
  tools: [boil, { name: 'pour', required: true }],
  toolValidation: 'ignore',
  tags: ['tea'],
  skillPath: 'drinks/brewing',
});
const tasting = skill({ name: 'tasting', description: 'Describes a tea.', instructions: 'Look.', priority: 1, alwaysLoad: true });
const hidden = skill({ name: 'hidden', description: 'Hidden tea.', instructions: 'Hush', hideFromDiscovery: true });
const page = skill({ name: 'page', description: 'Tea pages.', instructions: 'Page', visibility: 'http' });

const opened = (skillsConfig: SkillsConfig = {}, instructions?: string): Promise<InProcessClient> =>
  connect({
    info: { name: 'tea', version: '1.0.0' },
    tools: [boil],
    skills: [brewing, tasting, hidden, page],
    skillsConfig,
    ...(instructions === undefined ? {} : { instructions }),
  });
const list = (value: unknown): JsonObject[] => value as JsonObject[];

test('[K5.in-process] [K5.session] a client in the process lists, searches and loads skills, and collects their files', async () => {
  const client = await opened();
  const listed = await client.listSkills();
  assert.equal(
    list(listed['skills']).map(({ id }) => id),
    ['tasting', 'tea-maker'],
  );
  for (const [question, options, found] of [
    ['brew tea', {}, ['tea-maker']],
    ['brew', { tags: ['coffee'] }, []],
    ['brew', { tools: ['boil', 'other'] }, ['tea-maker']],
    ['brew', { tools: ['boil', 'other'], requireAllTools: true }, []],
    ['order a pizza', {}, []],
  ] as const)
    assert.equal(
      list((await client.searchSkills(question, JSON.parse(JSON.stringify(options)) as JsonObject))['skills']).map(({ id }) => id),
      found,
      question,
    );
  const { nextSteps, skills: loaded, summary } = await client.loadSkills(['tea-maker']);
  const [one = {}] = list(loaded);
  assert.equal(
    [one['instructions'], one['availableTools'], one['missingTools'], one['isComplete']],
    ['# Brewing\n\nBoil water.', ['boil'], ['pour'], false],
  );
  assert.match(asText(one['warning']), 'These tools are not there: pour.');
  assert.match(asText(nextSteps), 'pour');
  assert.equal((summary as JsonObject)['allToolsAvailable'], false);
  const [short = {}] = list((await client.loadSkills(['tea-maker'], { format: 'instructions-only' }))['skills']);
  assert.equal(
    ['tools', 'parameters', 'resources'].filter((key) => key in short),
    [],
  );
  assert.equal(
    (await client.collectSkillAssets(['tea-maker'])).map(({ uri }) => uri),
    ['skill://drinks/brewing/SKILL.md', 'skill://drinks/brewing/references/cups.md'],
  );
  assert.equal(list((await client.loadSkills(['hidden']))['skills']).length, 1, 'who knows the id reads it');
  await client.close();
});

test('[K5.session] clients without a session search and load skills too, and have the list of the extension', async () => {
  const client = await openEnvelopeClient({ tools: [boil], skills: [brewing, page] }, { features: [skills] });
  const ask = async (method: string, params: JsonObject = {}): Promise<JsonObject[]> =>
    list(((await client.ask(method, params)).result as JsonObject)['skills']);
  assert.equal(
    (await ask('skills/search', { query: 'brew tea' })).map(({ id }) => id),
    ['tea-maker'],
  );
  assert.equal((await ask('skills/load', { skillIds: ['tea-maker'] }))[0]?.['availableTools'], ['boil']);
  assert.equal(
    (await ask('skills/list')).map(({ uri }) => uri),
    ['skill://drinks/brewing/SKILL.md'],
  );
  await client.application.close();
});

test('[K5.session] what cannot be asked for is -32602 and names what', async () => {
  const client = await opened();
  const problem = async (asked: () => Promise<unknown>): Promise<string> =>
    asked().then(
      () => 'answered',
      (error: unknown) => `${String((error as { rpcCode: unknown }).rpcCode)} ${(error as Error).message}`,
    );
  for (const [asked, text] of [
    [() => client.searchSkills('x', { limit: 51 }), '"limit" must be an integer from 1 to 50'],
    [() => client.searchSkills('x'.repeat(2001)), 'at most 2000 characters'],
    [() => client.searchSkills('x', { tags: 'tea' }), '"tags" must be a list'],
    [() => client.loadSkills([]), '"skillIds" must be a list of 1 to 5'],
    [() => client.loadSkills(['a', 'b', 'c', 'd', 'e', 'f']), '1 to 5'],
    [() => client.loadSkills(['none']), 'Skill not found: none'],
    [() => client.loadSkills(['page']), 'Skill not found: page'],
    [() => client.loadSkills(['tasting'], { activateSession: true }), 'would limit a session to the tools of its skills'],
    [() => client.loadSkills(['tasting'], { policyMode: 'strict' }), 'would limit a session to the tools of its skills'],
    [() => client.loadSkills(['tasting'], { format: 'pdf' }), '"format" must be'],
  ] as const) {
    const found = await problem(asked);
    assert.ok(found.includes('-32602') && found.includes(text), found);
  }
  await client.close();
});

test('[K8.instructions] skills stand after, before or in the place of the instructions, or not at all', async () => {
  const instructionsWith = async (config: SkillsConfig, own?: string): Promise<string> => {
    const client = await openEnvelopeClient(
      { skills: [brewing, tasting, hidden, page], skillsConfig: config, ...(own === undefined ? {} : { instructions: own }) },
      { features: [skills] },
    );
    const { result } = await client.ask('server/discover');
    await client.application.close();
    return asText(result['instructions']);
  };
  const appended = await instructionsWith({}, 'OWN');
  assert.match(
    appended,
    /^OWN\n\nSkills are .*\n\n- tasting: Describes a tea\.\n- brewing: Brews tea\. Use when tea is made\.\n\n<skill id="tasting">\n/,
  );
  for (const text of ['hidden', 'page', 'Boil water', 'skill://']) assert.not.match(appended, text);
  assert.match(await instructionsWith({ injectInstructions: 'prepend' }, 'OWN'), /^Skills are [^]*\n\nOWN$/);
  assert.match(await instructionsWith({ injectInstructions: 'replace' }, 'OWN'), /^Skills are (?:(?!OWN)[^])*$/);
  assert.is(await instructionsWith({ injectInstructions: 'off' }, 'OWN'), 'OWN');
  assert.match(await instructionsWith({ sep2640InInstructions: true }), 'skill://drinks/brewing/SKILL.md');
  assert.not.match(await instructionsWith({ sep2640InInstructions: true, mcpResources: false }), 'skill://');
});

test('[K2.visibility] mcpResources: false serves no files, and searches and loads go on', async () => {
  const client = await opened({ mcpResources: false });
  assert.not.match(JSON.stringify(await client.listResources()), 'skill://');
  const [one = {}] = list((await client.loadSkills(['tasting']))['skills']);
  assert.equal([one['instructions'], 'resources' in one], ['Look.', false]);
  await client.close();
});

test('[K2.fields] each field is checked, and two skills share neither id nor path', async () => {
  const faults = async (...given: readonly object[]): Promise<string> => {
    const made = given.map((more, at) => skill({ name: `s-${at}`, description: 'x', instructions: 'x', ...more }));
    try {
      await (await openEnvelopeClient({ skills: made }, { features: [skills] })).application.close();
      return 'none';
    } catch (failure) {
      return String(failure);
    }
  };
  for (const [more, text] of [
    [{ id: 'Bad Id' }, '"id" "Bad Id" must be 1 to 64'],
    [{ rating: 6 }, '"rating" must be a number from 0 to 5'],
    [{ category: 'x'.repeat(65) }, '"category" must be a text of 1 to 64'],
    [{ priority: Number.NaN }, 'priority'],
    [{ skillPath: 'a/b' }, '"skillPath" must end with the name "s-0"'],
    [{ skillPath: '../s-0' }, 'skillPath'],
    [{ skillPath: 'A/s-0' }, '"skillPath"'],
    [{ tools: [{}] }, '"tools": item 1: expected the name of a tool'],
    [{ parameters: [{ description: 'x' }] }, '"parameters": item 1: "name" must be a text'],
    [{ examples: ['x'] }, '"examples": item 1: "scenario" must be a text'],
    [{ referencedOperations: [{ spec: 'a' }] }, '"referencedOperations": item 1: "operationId" must be a text'],
    [{ visibility: 'all' }, 'visibility'],
    [{ instructions: { file: '../secret.md' } }, 'inside the project'],
    [{ instructions: { url: 'http://example.com/a.md' } }, '"instructions.url" must be an https URL'],
    [{ resources: { scripts: '/etc' } }, 'inside the project'],
  ] as const)
    assert.ok((await faults(more)).includes(text), `${text}: ${await faults(more)}`);
  assert.match(await faults({ id: 'same' }, { id: 'same' }), /"id" is "same", as that of the skill "s-0"/);
  assert.is(await faults({ rating: 5, category: 'x'.repeat(64), skillPath: 'team/s-0', id: 'any' }), 'none');
});

test('[K2.tools] [K8.instructions] a tool that is not there keeps a strict server from its start, and warns others, as `alwaysLoad` does in vain', async () => {
  const naming = (toolValidation: 'ignore' | 'strict' | 'warn') => [
    skill({ name: 'a', description: 'x', instructions: 'x', tools: ['gone'], toolValidation }),
  ];
  const warned = async (given: ReturnType<typeof skill>[], skillsConfig: SkillsConfig = {}): Promise<readonly string[]> => {
    const lines: string[] = [];
    const { application } = await openEnvelopeClient(
      { skills: given, skillsConfig },
      { features: [skills], log: (line) => void lines.push(line) },
    );
    await application.close();
    return lines.filter((line) => line.includes('skill "'));
  };
  const [missing = '', ...others] = await warned(naming('warn'));
  assert.match(missing, /^skill "a" names tools that do not exist: gone/);
  assert.equal([others, await warned(naming('ignore'))], [[], []]);
  const whole = (more: object) => [skill({ name: 'b', description: 'x', instructions: 'x', alwaysLoad: true, ...more })];
  for (const [given, config, why] of [
    [whole({}), { injectInstructions: 'off' }, "skillsConfig.injectInstructions is 'off'"],
    [whole({ hideFromDiscovery: true }), {}, 'hideFromDiscovery keeps it out'],
    [whole({ visibility: 'http' }), {}, "visibility is 'http'"],
  ] as const)
    assert.match((await warned(given, config)).join(), `skill "b": "alwaysLoad" has no effect here: ${why}`);
  assert.equal(await warned(whole({})), []);
  try {
    await openEnvelopeClient({ skills: naming('strict') }, { features: [skills] });
    assert.unreachable('it started');
  } catch (failure) {
    assert.match(String(failure), 'skill "a" names tools that do not exist: gone');
  }
});

test('[K3.audit] records are a chain, name the caller as asked for, and what cannot be recorded is not given out', async () => {
  const ann = createAuthContext({ mode: 'static', isAnonymous: false, user: { sub: 'ann' } });
  const records: JsonObject[] = [];
  let time = 0;
  const options = {
    signer: (hash: string) => `signed ${hash}`,
    store: async (record: JsonObject) => void records.push(record),
    headAnchorIntervalMs: 1000,
  };
  const waiting: (() => Promise<void>)[] = [];
  const later = (ms: number, run: () => Promise<void>): void => void (ms === 1000 && waiting.push(run));
  const parts = { now: () => time, log: () => undefined, server: 'tea', later };
  const record = createSkillAudit(options, parts);
  await Promise.all([record({ act: 'search', skills: ['a'] }, ann), record({ act: 'load', skills: ['a', 'b'] }, anonymousCaller)]);
  time = 1000;
  await record({ act: 'read', skills: ['a'] }, ann);
  assert.equal(
    records.map(({ act, index }) => [index, act]),
    [
      [0, 'search'],
      [1, 'load'],
      [2, 'read'],
      [3, 'anchor'],
    ],
  );
  assert.is(waiting.length, 1, 'one anchor for all records until then');
  await waiting.shift()?.();
  assert.is(records.length, 4, 'a use after the time has brought the anchor itself');
  await record({ act: 'list', skills: [] }, ann);
  await waiting.shift()?.();
  assert.equal(
    records.slice(4).map(({ act, records: length }) => [act, length]),
    [
      ['list', undefined],
      ['anchor', 5],
    ],
    'the last records have an anchor too, without another use',
  );
  for (const [at, { hash, previous, signature }] of records.entries())
    assert.equal([previous, signature], [at === 0 ? '' : records[at - 1]?.['hash'], `signed ${asText(hash)}`]);
  const subject = asText(records[0]?.['subject']);
  assert.ok(subject.length === 43 && !subject.includes('ann'), subject);
  assert.is(records[1]?.['subject'], undefined);
  const plain: JsonObject[] = [];
  await createSkillAudit({ subjectMode: 'plain' }, { ...parts, log: (one) => void plain.push(one) })({ act: 'list', skills: [] }, ann);
  await createSkillAudit({ subjectMode: 'omit' }, { ...parts, log: (one) => void plain.push(one) })({ act: 'list', skills: [] }, ann);
  assert.match(asText(plain[0]?.['subject']), 'ann');
  assert.is(plain[1]?.['subject'], undefined);
  const client = await opened({ audit: { enabled: true, store: () => Promise.reject(new Error('disk full')) } });
  await client.loadSkills(['tasting']).then(
    () => assert.unreachable('it was given out'),
    () => undefined,
  );
  await client.close();
});

test('[K3.audit] every use of a skill is recorded once, with the skills that it gives out', async () => {
  const records: JsonObject[] = [];
  const audit = { enabled: true, store: (record: JsonObject) => void records.push(record) };
  const used = async (use: Promise<unknown>): Promise<unknown> => {
    await use;
    return records.splice(0).map(({ act, skills: ids }) => [act, ids]);
  };
  const all = ['tasting', 'tea-maker'];
  const client = await opened({ audit });
  assert.equal(await used(client.listSkills()), [['list', all]]);
  assert.equal(await used(client.searchSkills('brew tea', { limit: 1 })), [['search', ['tea-maker']]]);
  assert.equal(await used(client.loadSkills(['tasting'])), [['load', ['tasting']]]);
  await client.close();
  const modern = await openEnvelopeClient(
    { skills: [brewing, tasting, hidden, page], skillsConfig: { audit } },
    { features: [skillAudit, skills] },
  );
  for (const [method, params, record] of [
    ['skills/list', {}, ['list', all]],
    ['skills/get', { uri: 'skill://hidden/SKILL.md' }, ['read', ['hidden']]],
    ['resources/directory/read', { uri: 'skill://drinks/brewing' }, ['read', ['tea-maker']]],
    ['resources/list', {}, ['list', all]],
    ['resources/read', { uri: 'skill://index.json' }, ['list', all]],
    ['resources/read', { uri: 'skill://drinks/brewing/references/cups.md' }, ['read', ['tea-maker']]],
  ] as const)
    assert.equal(await used(modern.ask(method, params)), [record], method);
  await modern.application.close();
});

test('[K6.ml] [K5.session] with `embed` a search of a client compares meanings, and asks the model for the skills once', async () => {
  const asked: number[] = [];
  const embed = async (texts: readonly string[]): Promise<number[][]> => {
    asked.push(texts.length);
    return texts.map((text) => [/boil|hot|brew/i.test(text) ? 1 : 0, /look|describes|flavour/i.test(text) ? 1 : 0]);
  };
  const client = await opened({ embed });
  const found = async (question: string) => list((await client.searchSkills(question))['skills']).map(({ id }) => id);
  assert.equal(await found('flavour'), ['tasting']);
  assert.equal(await found('something hot'), ['tea-maker']);
  assert.equal(await found('parcels'), []);
  assert.equal(asked, [4, 1, 1, 1]);
  await client.close();
  const words = await opened();
  assert.equal(list((await words.searchSkills('flavour'))['skills']), []);
  await words.close();
});

test.run();
