import { parse } from 'smol-toml';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { workerPlatformFile } from './platform-file.ts';

const fileFor = (features: readonly string[], readsEnvironment = true) =>
  workerPlatformFile({ name: 'a', features, readsEnvironment, builtins: [] });
const faultsOf = (text: string, features: readonly string[], readsEnvironment = true) =>
  fileFor(features, readsEnvironment)
    .faults('wrangler.toml', text)
    .filter(({ kind }) => kind !== 'setting')
    .map(({ kind, value }) => `${kind}: ${value}`);

const environment = '"nodejs_compat", "nodejs_compat_populate_process_env"';
const plain = `name = "a"\ncompatibility_date = "2024-11-11"\ncompatibility_flags = [${environment}]\n`;

test('[environment.platform-file] [A14.rebinding] servers that fetch what others name keep those fetches outside', () => {
  const flag = 'global_fetch_strictly_public';
  for (const feature of ['adapters', 'cimd', 'federated', 'remote-auth', 'transparent-auth']) {
    assert.match(fileFor([feature]).contents('index.js'), flag);
    assert.equal(faultsOf(plain, [feature]), [`flag: ${flag}`]);
    assert.equal(faultsOf(plain.replace('["', `["${flag}", "`), [feature]), []);
  }
  assert.not.match(fileFor(['metrics']).contents('index.js'), flag);
  assert.equal(faultsOf(plain, ['metrics']), []);
});

test('[environment.platform-file] what a bundle reads of its environment and of its store is asked for', () => {
  const old = 'compatibility_date = "2024-11-10"\n';
  assert.equal(faultsOf(old, [], false), []);
  assert.equal(faultsOf(old, []), ['environment: "nodejs_compat" and "nodejs_compat_populate_process_env"']);
  assert.equal(faultsOf(old, ['storage-http-kv'], false), ['date: 2024-11-11']);
  assert.equal(faultsOf(old, ['session-objects'], false), ['date: 2024-11-11']);
  assert.equal(faultsOf(plain, ['storage-http-kv']), [], 'the first day itself');
  assert.equal(
    faultsOf(fileFor(['storage-http-kv', 'cimd']).contents('index.js'), ['storage-http-kv', 'cimd']),
    [],
    'what is written has no fault',
  );
});

test('[D2.worker.session-secret] a written file names the secrets without which a worker in production refuses requests', () => {
  const secretsIn = (features: readonly string[]) =>
    [
      ...fileFor(features)
        .contents('index.js')
        .matchAll(/wrangler secret put (\w+)/g),
    ].map(([, name]) => name);
  assert.equal(secretsIn(['metrics']), []);
  assert.equal(secretsIn(['jwks', 'sessions']), ['JWT_SECRET', 'MCP_SESSION_SECRET']);
});

test('[D2.worker.builtins] a bundle that imports modules of Node needs the flag that brings them', () => {
  const faults = (text: string) =>
    workerPlatformFile({ name: 'a', features: [], readsEnvironment: false, builtins: ['node:events'] }).faults('wrangler.toml', text);
  assert.equal(faults(plain), []);
  assert.equal(faults('name = "a"\ncompatibility_date = "2026-08-04"\n'), []);
  const bare = 'name = "a"\ncompatibility_date = "2024-11-11"\ncompatibility_flags = []\n';
  assert.equal(faults(bare), [
    { kind: 'builtins', value: 'nodejs_compat', key: 'compatibility_flags', start: bare.indexOf('compatibility_flags') },
  ]);
});

const request = {
  name: 'edge',
  compatibilityDate: '2025-06-01',
  compatibilityFlags: ['nodejs_compat', 'cache_option_enabled'],
  vars: { GREETING: 'a "b"', 'odd name': '' },
};
const asked = workerPlatformFile({ name: 'a', features: [], readsEnvironment: true, builtins: [], request });
const settingsOf = (file: string, text: string, main?: string): readonly string[] =>
  asked.faults(file, text, main).flatMap(({ key, kind, start }) => (kind === 'setting' ? [`${key} ${start ?? 'absent'}`] : [kind]));

test('[S4.2.wrangler] name, date, flags and variables of the config stand in the file that is written', () => {
  const read: unknown = JSON.parse(JSON.stringify(parse(asked.contents('dist/worker/index.js'))));
  assert.equal(read, {
    name: 'edge',
    main: 'dist/worker/index.js',
    compatibility_date: '2025-06-01',
    compatibility_flags: ['nodejs_compat', 'nodejs_compat_populate_process_env', 'cache_option_enabled'],
    vars: request.vars,
  });
  assert.equal(settingsOf('wrangler.toml', asked.contents('dist/worker/index.js'), 'dist/worker/index.js'), []);
});

test('[S4.2.wrangler] a file that says otherwise than the config is told with each place', () => {
  const own = 'name = "other"\nmain = "./dist/worker/index.js"\ncompatibility_date = 2025-05-31\n[vars]\nGREETING = "b"\n';
  assert.equal(settingsOf('wrangler.toml', own, 'dist/worker/index.js'), [
    'environment',
    'name 0',
    'compatibility_date 47',
    'compatibility_flags absent',
    'compatibility_flags absent',
    'vars 80',
    'vars 80',
  ]);
  const flagged = '"compatibility_flags": ["nodejs_compat", "nodejs_compat_populate_process_env", "cache_option_enabled"]';
  const head = `"name": "edge", "compatibility_date": "2025-06-01", ${flagged}`;
  const given = JSON.stringify(request.vars);
  assert.equal(settingsOf('wrangler.jsonc', `{ ${head}, "env": { "live": { "vars": ${given} }, }, }`), []);
  assert.match(
    asked
      .faults('wrangler.json', `{ ${head}, "vars": ${given}, "env": { "live": {} } }`)
      .map(({ value }) => value)
      .join(),
    /^`env\.live\.vars` does not give GREETING/,
  );
});

test('[S4.3.worker-file] what the platform refuses in a file of your own is told: name, date, another bundle, triggers', () => {
  const faults = (text: string): readonly string[] =>
    fileFor([])
      .faults('wrangler.toml', text, 'dist/worker/index.js')
      .map(({ key }) => key);
  const main = 'main = "dist/worker/index.js"\n';
  assert.equal(faults(plain + main), []);
  assert.equal(faults(main), ['compatibility_flags', 'name', 'compatibility_date']);
  assert.equal(faults(plain.replace('"a"', '"A_b"') + main), ['name']);
  assert.equal(faults(plain.replace('2024-11-11', 'soon') + main), ['compatibility_date']);
  assert.equal(faults(plain + 'main = "src/index.ts"\n'), ['main']);
  assert.equal(faults(plain), ['main']);
  assert.equal(faults(`${plain}${main}[triggers]\ncrons = []\n`), []);
  assert.equal(faults(`${plain}${main}[env.live.triggers]\ncrons = ["* * * * *"]\n`), ['triggers']);
});

const bound = workerPlatformFile({
  name: 'a',
  features: ['storage-durable-object', 'storage-worker-kv'],
  readsEnvironment: false,
  builtins: [],
  bindings: [
    { kind: 'durable-object', name: 'SERVICE_STORE' },
    { kind: 'durable-object', name: 'TASKS' },
    { kind: 'worker-kv', name: 'SERVICE_CACHE' },
  ],
});

test('[S5.3.bindings] bindings of stores and one migration for their class stand in the file that is written', () => {
  const { durable_objects, kv_namespaces, migrations } = parse(bound.contents('index.js'));
  assert.equal(JSON.parse(JSON.stringify([durable_objects, kv_namespaces, migrations])), [
    {
      bindings: [
        { name: 'SERVICE_STORE', class_name: 'ServiceStore' },
        { name: 'TASKS', class_name: 'ServiceStore' },
      ],
    },
    [{ binding: 'SERVICE_CACHE' }],
    [{ tag: 'v1', new_sqlite_classes: ['ServiceStore'] }],
  ]);
  assert.equal(bound.faults('wrangler.toml', bound.contents('index.js'), 'index.js'), []);
});

test('[E1.build] objects of sessions beside stores have a class and a binding of their own', () => {
  const file = workerPlatformFile({
    name: 'a',
    features: [],
    readsEnvironment: false,
    builtins: [],
    bindings: [
      { kind: 'durable-object', name: 'SERVICE_SESSIONS', className: 'SessionDurableObject' },
      { kind: 'durable-object', name: 'SERVICE_STORE' },
    ],
  });
  const { durable_objects, migrations } = parse(file.contents('index.js'));
  assert.equal(JSON.parse(JSON.stringify([durable_objects, migrations])), [
    {
      bindings: [
        { name: 'SERVICE_SESSIONS', class_name: 'SessionDurableObject' },
        { name: 'SERVICE_STORE', class_name: 'ServiceStore' },
      ],
    },
    [{ tag: 'v1', new_sqlite_classes: ['SessionDurableObject', 'ServiceStore'] }],
  ]);
  assert.equal(file.faults('wrangler.toml', file.contents('index.js'), 'index.js'), []);
  const faults = file.faults('wrangler.toml', `${plain}main = "index.js"\n`, 'index.js').map(({ fix, value }) => `${value}: ${fix}`);
  assert.match(faults.join('\n'), 'Add { name = "SERVICE_SESSIONS", class_name = "SessionDurableObject" }');
  assert.match(faults.join('\n'), 'new_sqlite_classes = ["SessionDurableObject", "ServiceStore"]');
});

test('[S5.3.bindings] a file of your own that lacks a binding or the migration is told where to add it', () => {
  const own = `${plain}
[[durable_objects.bindings]]
name = "SERVICE_STORE"
class_name = "ServiceStore"
[[migrations]]
tag = "v1"
new_classes = ["Other"]
[[migrations]]
tag = "v3"
new_classes = ["ServiceStore"]
[env.live]
name = "live"
`;
  const faults = bound
    .faults('wrangler.toml', own)
    .map(({ fix, start, value }) => [start === undefined ? '' : own.slice(start).split('\n')[0], value, fix]);
  const environments = 'Named environments take no bindings over';
  const missing = (table: string, name: string) => `\`${table}\` has no binding ${name}, in which this server keeps records`;
  const object = (name: string) => `Add { name = "${name}", class_name = "ServiceStore" } to \`durable_objects.bindings\`. ${environments}`;
  const cache = `Add { binding = "SERVICE_CACHE" } to \`kv_namespaces\`. ${environments}`;
  assert.equal(faults, [
    ['env.live]', missing('env.live.durable_objects', 'SERVICE_STORE'), object('SERVICE_STORE')],
    ['durable_objects.bindings]]', missing('durable_objects', 'TASKS'), object('TASKS')],
    ['env.live]', missing('env.live.durable_objects', 'TASKS'), object('TASKS')],
    ['', missing('kv_namespaces', 'SERVICE_CACHE'), cache],
    ['env.live]', missing('env.live.kv_namespaces', 'SERVICE_CACHE'), cache],
    [
      'migrations]]',
      '`migrations` make no class ServiceStore with SQLite, in which this server keeps records',
      'Add { tag = "v4", new_sqlite_classes = ["ServiceStore"] } behind the others',
    ],
  ]);
});

test('[plugins.bindings] a loader of isolates stands in the file that is written, and is asked for in another', () => {
  const file = workerPlatformFile({
    name: 'a',
    features: [],
    readsEnvironment: false,
    builtins: [],
    bindings: [{ kind: 'worker-loader', name: 'LOADER' }],
  });
  const written = file.contents('index.js');
  assert.equal(JSON.parse(JSON.stringify(parse(written)['worker_loaders'])), [{ binding: 'LOADER' }]);
  assert.equal(file.faults('wrangler.toml', written, 'index.js'), []);
  const told = (text: string): readonly string[] =>
    file.faults('wrangler.toml', text, 'index.js').map(({ fix = '', value }) => `${value} ${fix}`);
  const missing = (path: string): string =>
    `\`${path}worker_loaders\` has no binding LOADER, by which this server makes isolates Add { binding = "LOADER" } to \`worker_loaders\`. Named environments take no bindings over`;
  const own = `${plain}main = "index.js"\n`;
  assert.equal(told(own), [missing('')]);
  assert.equal(told(`${own}[[worker_loaders]]\nbinding = "LOADER"\n[env.live]\nname = "live"\n`), [missing('env.live.')]);
  assert.match(told(written.replace(/compatibility_date = "[^"]*"/, 'compatibility_date = "2024-04-01"')).join(), '2024-11-11');
});

test('[S5.3.bindings] a binding to a class that the bundle does not export is told, unless another script has it', () => {
  const file = workerPlatformFile({
    name: 'a',
    features: ['storage-durable-object'],
    readsEnvironment: false,
    builtins: [],
    bindings: [{ kind: 'durable-object', name: 'SERVICE_STORE' }],
  });
  const own = (more: string): string => `${plain}main = "index.js"
[[durable_objects.bindings]]
name = "SERVICE_STORE"
${more}
[[migrations]]
tag = "v1"
new_sqlite_classes = ["ServiceStore"]
`;
  const faults = (more: string) => file.faults('wrangler.toml', own(more), 'index.js').map(({ fix, value }) => `${value}: ${fix}`);
  const text = (found: string): string =>
    `\`durable_objects\` binds SERVICE_STORE to the class ${found}, and this bundle exports ServiceStore: Set \`class_name\` to "ServiceStore"`;
  assert.equal(faults('class_name = "ServiceStor"'), [text('"ServiceStor"')]);
  assert.equal(faults(''), [text('""')]);
  assert.equal(faults('class_name = "Other"\nscript_name = "other"'), []);
});

test('[environment.platform-file.named] flags, dates and classes are judged in every environment that has its own', () => {
  const own = `${plain}main = "index.js"
[[durable_objects.bindings]]
name = "SERVICE_STORE"
class_name = "ServiceStore"
[[migrations]]
tag = "v1"
new_sqlite_classes = ["ServiceStore"]
[env.same]
durable_objects.bindings = [{ name = "SERVICE_STORE", class_name = "ServiceStore" }]
[env.live]
main = "other.js"
compatibility_date = "2024-01-01"
compatibility_flags = []
migrations = []
[[env.live.durable_objects.bindings]]
name = "SERVICE_STORE"
class_name = "ServiceStore"
`;
  const file = workerPlatformFile({
    name: 'a',
    features: ['storage-http-kv', 'cimd'],
    readsEnvironment: true,
    builtins: ['node:events'],
    bindings: [{ kind: 'durable-object', name: 'SERVICE_STORE' }],
  });
  const public_ = own.replace('["nodejs_compat",', '["global_fetch_strictly_public", "nodejs_compat",');
  assert.not.equal(public_, own);
  const told = file
    .faults('wrangler.toml', public_, 'index.js')
    .map(({ kind, start = 0 }) => `${kind}: ${public_.slice(start).split('\n')[0]}`);
  assert.equal(told, [
    'builtins: compatibility_flags = []',
    'flag: compatibility_flags = []',
    'environment: compatibility_flags = []',
    'date: compatibility_date = "2024-01-01"',
    'setting: main = "other.js"',
    'setting: migrations = []',
  ]);
  const [, ...alone] = public_.split(']\n[env.live]');
  assert.equal(
    file.faults('wrangler.toml', public_.replace(`]\n[env.live]${alone.join('')}`, ']'), 'index.js'),
    [],
    'an environment that inherits',
  );
});

test('[S5.3.auto.binding] the binding of `auto` is not missing where KV_REST_API_URL names another store', () => {
  const fileOf = (vars?: Record<string, string>) =>
    workerPlatformFile({
      name: 'a',
      features: [],
      readsEnvironment: false,
      builtins: [],
      request: vars === undefined ? {} : { vars },
      bindings: [{ kind: 'durable-object', name: 'SERVICE_STORE', instead: 'KV_REST_API_URL' }],
    });
  const told = (text: string) =>
    fileOf()
      .faults('wrangler.toml', text)
      .map(({ value }) => value.slice(0, 40));
  const url = 'vars = { KV_REST_API_URL = "https://kv.example" }\n';
  assert.equal(told(plain + url), []);
  assert.match(fileOf().faults('wrangler.toml', plain)[0]?.fix ?? '', 'or KV_REST_API_URL to `vars`');
  assert.is(told(plain).length, 2, 'the binding and its class');
  assert.equal(told(`${plain}${url}[env.live]\n`).length, 2, 'variables are not inherited');
  assert.equal(told(`${plain}[env.live]\n${url}`), []);
  assert.match(fileOf().contents('index.js'), 'SERVICE_STORE');
  assert.not.match(fileOf({ KV_REST_API_URL: 'https://kv.example' }).contents('index.js'), 'SERVICE_STORE');
});

test.run();
