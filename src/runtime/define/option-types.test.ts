import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Project, ts } from 'ts-morph';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { laterOptions, optionRows, sentenceOf, type OptionOwner, type OptionRow } from '../options/index.ts';

/** The public type of each owner's options. */
const typeNames = {
  service: 'ServerMetadata',
  app: 'AppMetadata',
  tool: 'ToolMetadata',
  resource: 'ResourceMetadata',
  'resource-template': 'ResourceTemplateMetadata',
  prompt: 'PromptMetadata',
  plugin: 'PluginMetadata',
  provider: 'ProviderMetadata',
  adapter: 'AdapterMetadata',
  skill: 'SkillMetadata',
} as const satisfies Record<OptionOwner, string>;

/** The declarations that are shipped, where the packed command line is under test; else the sources of them. */
const cli = process.env['SERVICE_CLI_BIN'];
const sdk = cli === undefined ? './index.ts' : join(realpathSync(cli), '../../../sdk/dist/index.js');

const project = new Project({
  tsConfigFilePath: fileURLToPath(new URL('../../../tsconfig.json', import.meta.url)),
  skipAddingFilesFromTsConfig: true,
});
const names = Object.values(typeNames);
const source = project.createSourceFile(
  fileURLToPath(new URL('option-types-probe.ts', import.meta.url)),
  `import type { ${names.join(', ')} } from '${sdk}';\n${names.map((name) => `export declare const of${name}: ${name};`).join('\n')}\n`,
);
const checker = project.getTypeChecker().compilerObject;

const typeOf = (owner: OptionOwner): ts.Type =>
  checker.getTypeAtLocation(source.getVariableDeclarationOrThrow(`of${typeNames[owner]}`).compilerNode);

const partsOf = (type: ts.Type): readonly ts.Type[] => {
  const present = checker.getNonNullableType(type);
  return present.isUnion() ? present.types : [present];
};

/** Every type that the member has, over the parts of a union. */
const memberTypes = (types: readonly ts.Type[], name: string): readonly ts.Type[] =>
  types.flatMap(partsOf).flatMap((type) => {
    const member = checker.getPropertyOfType(type, name);
    const indexed = type.getStringIndexType();
    return member === undefined ? (indexed === undefined ? [] : [indexed]) : [checker.getTypeOfSymbol(member)];
  });

const vague = ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.NonPrimitive;
const isVague = (type: ts.Type): boolean =>
  partsOf(type).some(
    (part) =>
      (part.flags & vague) !== 0 ||
      (checker.isArrayType(part) &&
        checker.getTypeArguments(part as ts.TypeReference).some((item) => partsOf(item).some(({ flags }) => (flags & vague) !== 0))),
  );

/** Refused, or said to have no effect, by name: the finding says what to do. */
const unserved = [...laterOptions.map(({ owner, path }) => `${owner} ${path}`), 'service tasks.strict', 'service tasks.cliRunnerCommand'];

/** Refused options are in no type. */
const refused = laterOptions.filter((one) => one.refused).map(({ owner, path }) => `${owner} ${path}`);

test('[X.types.options] every option has a type that completion can show and that refuses a misspelt member', () => {
  const found = { missing: new Array<string>(), vague: new Array<string>() };
  for (const { owner, path } of optionRows) {
    const types = path.split('.').reduce<readonly ts.Type[]>(memberTypes, [typeOf(owner)]);
    const name = `${owner} ${path}`;
    if (types.length === 0) {
      if (!unserved.some((one) => name === one || name.startsWith(`${one}.`))) found.missing.push(name);
    } else if (types.some(isVague)) found.vague.push(name);
  }
  assert.equal(found, { missing: [], vague: [] });
});

test('[X.types.options] a misspelt or foreign member is an error at its key', () => {
  const wrong = [
    '{ throttle: { global: { maxRequest: 1 } } }',
    '{ metrics: { enable: true } }',
    "{ redis: { hots: 'a' } }",
    '{ health: { probe: [] } }',
    "{ tools: ['add'] }",
    '{ transport: { protocol: { sses: true } } }',
    "{ auth: { mode: 'local', cimd: { cache: { ttl: 1 } } } }",
    "{ auth: { mode: 'local', tokenStorage: { sqlite: { file: 'x' } } } }",
    '{ elicitation: { enabeld: true } }',
  ];
  const direct = wrong.map((options, at) => `export const direct${at}: Omit<ServerMetadata, 'info'> = ${options};`);
  const file = project.createSourceFile(
    fileURLToPath(new URL('option-types-wrong.ts', import.meta.url)),
    `import type { ServerMetadata } from '${sdk}';\n${direct.join('\n')}\n`,
  );
  const at = file.getPreEmitDiagnostics().map((diagnostic) => diagnostic.getLineNumber());
  assert.equal(
    [...new Set(at)],
    direct.map((_, index) => index + 2),
  );
});

test('[X.types.options] an editor completes the members of nested options', () => {
  const name = fileURLToPath(new URL('option-types-completed.ts', import.meta.url));
  const places = { 'throttle: { global: {': 'maxRequests', 'metrics: {': 'enabled', 'redis: {': 'host', 'elicitation: {': 'enabled' };
  for (const [written, expected] of Object.entries(places)) {
    const text = `import type { ServerMetadata } from '${sdk}';\nexport const options: Omit<ServerMetadata, 'info'> = { ${written} `;
    project.createSourceFile(name, text, { overwrite: true });
    const completed = project.getLanguageService().compilerObject.getCompletionsAtPosition(name, text.length, {});
    assert.ok(
      completed?.entries.some((entry) => entry.name === expected),
      `${written} ${expected}`,
    );
  }
});

const here = '/* here */';

/** `{ a: { b: { here } } }` of the type of a decorator's argument. */
const probeAt = (owner: OptionOwner, path: string): string => {
  const inner = path.split('.').reduceRight((text, name) => (name === '' ? text : `{ ${name}: ${text} }`), `{ ${here} }`);
  return `export const at${owner.replaceAll('-', '')}${path.replaceAll('.', '')}: Partial<${typeNames[owner]}> = ${inner};`;
};

/** Tags that packed declarations keep. */
const said: readonly string[] = ['default', 'minimum', 'maximum', 'secret', 'noEffect', 'see', 'example'];

/** What is missing of what the list of names shows beside one: its sentence, its default. */
function lacking({ default: standard, owner, path }: OptionRow, shown: ts.CompletionEntryDetails | undefined): readonly string[] {
  const sentence = ts.displayPartsToString(shown?.documentation).replaceAll(/\s+/g, ' ');
  const defaults = (shown?.tags ?? []).filter(({ name }) => name === 'default').map(({ text }) => ts.displayPartsToString(text));
  const values = defaults.map((text) => text.replaceAll("'", '').replaceAll(/(?<=\d)_(?=\d)/g, ''));
  return [
    ...(sentence.includes(sentenceOf(owner, path) ?? 'no sentence') ? [] : [`${owner} ${path}: its sentence, not "${sentence}"`]),
    ...(standard === undefined || values.includes(String(standard)) ? [] : [`${owner} ${path}: its default, not ${defaults.join()}`]),
    ...(cli === undefined
      ? []
      : (shown?.tags ?? []).flatMap(({ name }) => (said.includes(name) ? [] : [`${owner} ${path}: the tag @${name}`]))),
  ];
}

test('[options.hover] an editor shows a sentence, and the default, of each option that it completes', () => {
  const rows = optionRows.filter(({ owner, path }) => !refused.some((one) => one === `${owner} ${path}`));
  const levelOf = ({ owner, path }: OptionRow): string => `${owner} ${path.split('.').slice(0, -1).join('.')}`;
  const probes = [...new Set(rows.map(levelOf))].map((level) => {
    const [owner = '', path = ''] = level.split(' ');
    return { below: rows.filter((row) => levelOf(row) === level), text: probeAt(owner as OptionOwner, path) };
  });
  const head = `import type { ${names.join(', ')} } from '${sdk}';\n`;
  const name = fileURLToPath(new URL('option-types-shown.ts', import.meta.url));
  project.createSourceFile(name, head + probes.map(({ text }) => `${text}\n`).join(''), { overwrite: true });
  const service = project.getLanguageService().compilerObject;
  let start = head.length;
  const found = probes.flatMap(({ below, text }) => {
    const at = start + text.indexOf(here);
    start += text.length + 1;
    return below.flatMap((row) =>
      lacking(row, service.getCompletionEntryDetails(name, at, row.path.split('.').at(-1) ?? '', {}, undefined, {}, undefined)),
    );
  });
  assert.equal(found, []);
  assert.ok(rows.length > 450);
});

/** Where an author writes options, and what they are below. */
const calls = [
  { text: `@Service({ ${here} }) class A {}`, owner: 'service', below: '' },
  { text: `@Service({ auth: { ${here} } }) class B {}`, owner: 'service', below: 'auth.' },
  { text: `@Service({ auth: { mode: 'local', ${here} } }) class C {}`, owner: 'service', below: 'auth.' },
  { text: `@Service({ auth: { mode: 'static', ${here} } }) class D {}`, owner: 'service', below: 'auth.' },
  { text: `@Tool({ ${here} }) class E {}`, owner: 'tool', below: '' },
  { text: `export const f = tool({ ${here} });`, owner: 'tool', below: '' },
] as const;

test('[options.hover] whatever an editor completes in @Service, @Tool and auth has a sentence, and its default', () => {
  const text = [`import { Service, Tool, tool } from '${sdk}';`, ...calls.map((call) => call.text)].join('\n');
  const name = fileURLToPath(new URL('option-types-called.ts', import.meta.url));
  project.createSourceFile(name, text, { overwrite: true });
  const service = project.getLanguageService().compilerObject;
  const places = [...text.matchAll(/\/\* here \*\//g)].map(({ index }) => index);
  const completed = calls.map((call, at) => ({
    call,
    place: places[at] ?? 0,
    names: (service.getCompletionsAtPosition(name, places[at] ?? 0, {})?.entries ?? [])
      .filter(({ kind }) => kind === ts.ScriptElementKind.memberVariableElement)
      .map((entry) => entry.name),
  }));
  const silent = completed.flatMap(({ call: { below, owner }, names: shownNames, place }) =>
    shownNames.flatMap((member) => {
      const shown = service.getCompletionEntryDetails(name, place, member, {}, undefined, {}, undefined);
      const row = optionRows.find((one) => one.owner === owner && one.path === `${below}${member}`);
      if (row !== undefined) return lacking(row, shown);
      return ts.displayPartsToString(shown?.documentation) === '' ? [`${owner} ${below}${member}: a sentence`] : [];
    }),
  );
  assert.equal(silent, []);
  assert.equal(
    completed.map(({ names: shownNames }) => shownNames.length > 2),
    calls.map(() => true),
  );
  assert.ok(completed[2]?.names.includes('authenticate') && !completed[3]?.names.includes('authenticate'));
});

test.run();
