import { row } from '../diagnostic.ts';

const toolHint = (meant: string): string =>
  `${meant === '' ? 'Correct the name' : `Write "${meant}"`}, list the class of the tool, or say \`toolValidation: 'ignore'\` where it comes from elsewhere`;

/** What modules do while they load, and what to write instead. */
const effects = {
  timer: {
    does: 'is called while modules load, and keeps every process alive that loads them; a worker refuses it',
    instead: 'Start it in a provider, or call `unref()` on it where a worker never runs this server',
  },
  listener: {
    does: 'is called while modules load: builds and tests get the listener too',
    instead: 'Leave signals and failures to the server, which drains and stops by itself, or add the listener in a provider',
  },
  folder: {
    does: 'is called while modules load: relative paths then mean other files than where the server is started',
    instead: 'Build paths from `import.meta.dirname`',
  },
  variable: {
    does: 'is set while modules load: modules loaded earlier read another value, and a build does not keep this one',
    instead: 'Set it in the deployment or in `.env`, or pass the value to what needs it',
  },
  global: {
    does: 'is changed while modules load, for every module and package of the process',
    instead: 'Export what others need from a module',
  },
} as const;

/** Findings of evaluating, bundling and of targets. */
export const buildRows = {
  'bundler-warning': row<{ text: string }>({
    severity: 'warning',
    message: ({ text }) => `The bundler warns: ${text}`,
    hint: () => 'Change the code at this place, because the bundle may do something else there than you expect',
    explain: {
      cause:
        'The bundler read code that is valid and most likely wrong, such as a comparison that is never true or a key that is written twice.',
      example: 'const limits = { depth: 3, depth: 4 };',
      fix: 'const limits = { depth: 4 };',
    },
  }),
  'import-dropped': row<{ file: string; isInstalled: boolean }>({
    severity: 'error',
    message: ({ file }) =>
      `The bundle would leave out ${file}, because "sideEffects" in its package.json says that the module does nothing`,
    hint: ({ file, isInstalled }) =>
      isInstalled
        ? 'Import a name of it and use it, or write `import type {} from …` where only its types are needed'
        : `List it there, "sideEffects": ["./${file}"], or remove "sideEffects"`,
    explain: {
      cause:
        '`import "a-package"` is there for what the package does. "sideEffects": false in its package.json tells every bundler to drop such an import. Modules of the project itself run, whatever its own package.json says, except one that also imports a CommonJS package.',
      example: 'import "a-package"; … node_modules/a-package/package.json: "sideEffects": false',
      fix: 'import { register } from "a-package"; register();',
    },
  }),
  'evaluation-threw': row<{ text: string; wantedNetwork?: boolean }>({
    severity: 'error',
    message: ({ text }) => `Loading the definitions failed: ${text}`,
    hint: ({ wantedNetwork }) =>
      wantedNetwork === true
        ? 'A build has no network: move the request into a provider or a handler; an adapter reads documents in its static prepare, by io.read(), and `service build --refresh` fetches them'
        : 'Modules are loaded once at build time; move work out of the top level into providers or handlers',
    explain: {
      cause:
        'The compiler loads the definitions once, in a process of its own, to learn their schemas; a module threw while it was loaded.',
      example: "const key = readFileSync('key.pem');   // not there on the build machine",
      fix: "{ provide: KEY, useFactory: () => readFileSync('key.pem') } in `providers`.",
    },
  }),
  'evaluation-timeout': row<{ milliseconds: number; isPlaced: boolean }>({
    severity: 'error',
    message: ({ isPlaced, milliseconds }) =>
      `Loading the definitions did not end within ${milliseconds} ms${isPlaced ? '; this line was running' : ''}`,
    hint: ({ isPlaced }) =>
      isPlaced
        ? 'End the loop, or move the work into a provider, a handler or a function that is called later'
        : 'Look for a loop or a wait at the top level of a module, such as reading a pipe without a writer',
    explain: {
      cause: 'A module that the entry imports never finishes loading, so the build would wait for ever.',
      example: 'while (!ready) {}',
      fix: 'Connect in a provider, when the server starts, not while modules load.',
    },
  }),
  'load-effect': row<{ kind: 'timer' | 'listener' | 'folder' | 'variable' | 'global'; what: string }>({
    severity: 'warning',
    message: ({ kind, what }) => `\`${what}\` ${effects[kind].does}`,
    hint: ({ kind }) => effects[kind].instead,
    explain: {
      cause:
        'Loading definitions should do nothing but define: builds, tests and every start load them. A worker refuses timers at the top of a module altogether.',
      example: 'setInterval(refresh, 60_000);   // at the top of a module',
      fix: '{ provide: CACHE, useFactory: () => new Cache() } in `providers`, and the timer in the class.',
    },
  }),
  'evaluation-opened-port': row<{ address: string }>({
    severity: 'error',
    message: ({ address }) => `Loading the definitions tried to listen on ${address}`,
    hint: () => 'Remove the `listen` call from the top level; the bundle starts its own server',
    explain: {
      cause: 'The definitions are loaded on the build machine, where nothing may open a port; the started bundle opens its own.',
      example: 'createServer(handler).listen(3000);',
      fix: 'Serve further paths with `http.routes` of @Service.',
    },
  }),
  'evaluation-not-isolated': row<{ need: string }>({
    severity: 'warning',
    message: ({ need }) => `Isolation is off: loading the definitions needs ${need}, so they were loaded in an unrestricted process`,
    hint: () => 'Load it in a provider or a handler, so that the definitions load in isolation again',
    explain: {
      cause:
        "Definitions are loaded in a process that writes to the project's cache alone and starts nothing. Node cannot hold native add-ons and threads to that.",
      example: "import { Worker } from 'node:worker_threads';\nconst pool = new Worker(file);   // while the module loads",
      fix: '{ provide: POOL, useFactory: () => new Worker(file) } in `providers`.',
    },
  }),
  'environment-lists': row<{ entries: readonly string[]; when: string }>({
    severity: 'warning',
    message: ({ entries, when }) => `The server lists other entries ${when} than this build sees: ${entries.join(', ')}`,
    hint: () => 'Set the variable in `.env`, or name it in `build.env`, to check that server and write its contract.json',
    explain: {
      cause:
        'A list depends on the environment. Each start decides it, and the bundle carries what all of them need; contract.json and findings are about the variables of the build.',
      example: 'tools: process.env.LEDGER ? [browse, charge] : [browse]',
      fix: "build: { env: ['LEDGER'] }   // then: LEDGER=main service build",
    },
  }),
  'variant-refused': row<{ when: string; problem: string }>({
    severity: 'error',
    message: ({ problem, when }) => `The server cannot start ${when}: ${problem}`,
    hint: () => 'Correct what this value leads to, or remove it from `build.variants`',
    explain: {
      cause:
        '`build.variants` lists the texts that a variable may have where the server runs, so the definitions have to be good with each of them.',
      example: "auth: modes[process.env.AUTH_MODE ?? 'public']   // build: { variants: { AUTH_MODE: ['public', 'statc'] } }",
      fix: "build: { variants: { AUTH_MODE: ['public', 'static'] } }",
    },
  }),
  'variant-unread': row<{ name: string }>({
    severity: 'warning',
    message: ({ name }) => `\`build.variants\` lists texts of ${name}, which the definitions do not read while they are loaded`,
    hint: ({ name }) => `Take ${name} out of \`build.variants\`, or correct its name`,
    explain: {
      cause: 'Only a variable that is read while modules load can decide an option. One that handlers read needs no variants.',
      example: "build: { variants: { AUTHMODE: ['public', 'static'] } }   // the sources read AUTH_MODE",
      fix: "build: { variants: { AUTH_MODE: ['public', 'static'] } }",
    },
  }),
  'schema-not-json': row<{ entry: string; schema: string; problem: string }>({
    severity: 'error',
    message: ({ entry, schema, problem }) => `${schema} of ${entry} has no JSON Schema 2020-12 form: ${problem}`,
    hint: () => 'Clients get schemas as JSON; use a type that JSON has, and convert in `execute`',
    explain: {
      cause: 'Clients read schemas as JSON Schema 2020-12, which has no dates, maps, bigints and custom classes.',
      example: 'inputSchema: { when: z.date() }',
      fix: 'inputSchema: { when: z.iso.datetime() }',
    },
  }),
  'raw-schema-invalid': row<{ tool: string; problem: string }>({
    severity: 'error',
    message: ({ problem, tool }) => `\`rawInputSchema\` of the tool "${tool}" is no JSON Schema 2020-12: ${problem}`,
    hint: () => 'Correct the schema at this place; its arguments could not be checked',
    explain: {
      cause: 'A tool with a JSON Schema takes the arguments that the schema describes, so the schema has to be one.',
      example: "rawInputSchema: { type: 'object', properties: { city: { type: 'text' } } }",
      fix: "rawInputSchema: { type: 'object', properties: { city: { type: 'string' } } }",
    },
  }),
  'raw-schema-misspelt': row<{ tool: string; kind: 'keyword' | 'format'; name: string }>({
    severity: 'warning',
    message: ({ kind, name, tool }) =>
      `\`${name}\` in \`rawInputSchema\` of the tool "${tool}" is no ${kind} of JSON Schema 2020-12 and has no effect`,
    hint: ({ kind }) => (kind === 'format' ? 'Correct the format' : 'Correct the keyword; one of your own begins with `x-`'),
    explain: {
      cause:
        'JSON Schema ignores keywords and formats that it does not know. A misspelt one checks nothing, and the running server says nothing about it.',
      example: "rawInputSchema: { type: 'object', requierd: ['city'], properties: { city: { type: 'string' } } }",
      fix: "rawInputSchema: { type: 'object', required: ['city'], properties: { city: { type: 'string' } } }",
    },
  }),
  'not-a-schema': row<{ entry: string; option: string; field: string | undefined }>({
    severity: 'error',
    message: ({ entry, field, option }) => `${field === undefined ? '' : `\`${field}\` in `}\`${option}\` of ${entry} is no schema`,
    hint: ({ option }) =>
      option === 'inputSchema'
        ? 'Write the arguments with zod, `{ city: z.string() }`; a JSON Schema belongs in `rawInputSchema`'
        : 'Write the fields with zod, `{ city: z.string() }`, or give one schema for the whole result',
    explain: {
      cause:
        '`inputSchema` and `outputSchema` are made of schemas, one for each argument or field; a JSON Schema is data, and checks nothing by itself.',
      example: "inputSchema: { type: 'object', properties: { city: { type: 'string' } } }",
      fix: "inputSchema: { city: z.string() }   // or rawInputSchema: { type: 'object', … }",
    },
  }),
  'schema-library': row<{ entry: string; schema: string }>({
    severity: 'error',
    message: ({ entry, schema }) => `${schema} of ${entry} comes from a library that cannot convert schemas to JSON Schema`,
    hint: () => "Use zod 4.2 or later: import { z } from 'zod'; not `zod/v3` and not `zod/mini`",
    explain: {
      cause: 'Clients read schemas as JSON Schema 2020-12, and the schema is asked for its own conversion; older libraries have none.',
      example: "import { z } from 'zod/v3';",
      fix: "import { z } from 'zod';   // 4.2 or later",
    },
  }),
  'schema-not-object': row<{ entry: string }>({
    severity: 'error',
    message: ({ entry }) => `inputSchema of ${entry} must describe an object`,
    hint: () => 'Arguments are named: write `{ value: … }` around it',
    explain: {
      cause: 'Arguments of a call are always a JSON object.',
      example: 'inputSchema: z.string()',
      fix: 'inputSchema: { text: z.string() }',
    },
  }),
  'invalid-skill': row<{ skill: string; problem: string }>({
    severity: 'error',
    message: ({ skill, problem }) => `${skill}: ${problem}`,
    explain: {
      cause: 'A skill does not keep the rules that clients hold skills to, or its folder cannot be read.',
      example: "skill({ folder: 'skills/PDF' })",
      fix: "skill({ folder: 'skills/pdf' }), with skills/pdf/SKILL.md whose front matter has name: pdf and a description.",
    },
  }),
  'skill-tool-missing': row<{ skill: string; tool: string; meant: string }>({
    severity: 'warning',
    message: ({ skill, tool }) => `The skill "${skill}" names the tool "${tool}", which does not exist`,
    hint: ({ meant }) => toolHint(meant),
    explain: {
      cause: 'A model that follows the skill calls a tool that is not there. A tool is named as it is listed.',
      example: "@Skill({ name: 'brewing', …, tools: ['boil_watre'] })",
      fix: "@Skill({ name: 'brewing', …, tools: [BoilWater] })   // the class, which cannot be misspelt",
    },
  }),
  'skill-tool-required': row<{ skill: string; tool: string; meant: string }>({
    severity: 'error',
    message: ({ skill, tool }) => `The skill "${skill}" needs the tool "${tool}", which does not exist`,
    hint: ({ meant }) => toolHint(meant),
    explain: {
      cause: "The skill says `toolValidation: 'strict'`, so a server without one of its tools is not built.",
      example: "@Skill({ name: 'brewing', …, tools: ['boil_watre'], toolValidation: 'strict' })",
      fix: "@Skill({ name: 'brewing', …, tools: [BoilWater], toolValidation: 'strict' })",
    },
  }),
  'bundle-failed': row<{ text: string; remedy?: string }>({
    severity: 'error',
    message: ({ text }) => `The bundler stopped: ${text}`,
    hint: ({ remedy }) => remedy,
    explain: {
      cause: 'A module that the server imports cannot be resolved or bundled for this target.',
      example: "import { missing } from './not-there.ts';",
      fix: 'Correct the import, install the package, or list a native package in `build.esbuild.external`.',
    },
  }),
  'auth-page-missing': row<{ written: string; file: string }>({
    severity: 'error',
    message: ({ written }) => `\`auth.ui\` names the page \`${written}\`, and there is no such file`,
    hint: ({ file }) => `Paths are relative to the file that declares them: create ${file}, or correct the path`,
    explain: {
      cause: 'A page of `auth.ui` is a component file beside the file that names it; it is bundled with the server.',
      example: "auth: { mode: 'local', ui: { login: './sing-in.ts' } }",
      fix: "auth: { mode: 'local', ui: { login: './sign-in.ts' } }",
    },
  }),
  'auth-page-server-code': row<{ written: string }>({
    severity: 'error',
    message: ({ written }) => `The page \`${written}\` of \`auth.ui\` imports the file of the server`,
    hint: () => 'Move what both need into a file of its own: all imports of a page are sent to its visitors',
    explain: {
      cause: 'A page of `auth.ui` runs in browsers too. With the file of the server, its code and what it holds would be sent there.',
      example: "import { title } from './main.ts';   // in sign-in.ts",
      fix: "import { title } from './title.ts';",
    },
  }),
  'widget-missing': row<{ tool: string; written: string; file: string }>({
    severity: 'error',
    message: ({ tool, written }) => `The widget of tool "${tool}" is the file \`${written}\`, and there is no such file`,
    hint: ({ file }) => `Paths are relative to the file that declares them: create ${file}, or correct the path`,
    explain: {
      cause: 'The template of a widget is a file beside the one that declares the tool; the build makes one document of it.',
      example: "ui: { template: { file: './forcast.widget.tsx' } }",
      fix: "ui: { template: { file: './forecast.widget.tsx' } }",
    },
  }),
  'widget-server-code': row<{ written: string; file: string }>({
    severity: 'error',
    message: ({ file, written }) => `The widget \`${written}\` takes code of the server to the browser: ${file}`,
    hint: () => 'Import types with `import type`, and move what both need into a file without tools',
    explain: {
      cause:
        'A widget is sent to every host that shows it, with all that its file imports. Code of the server, and what it holds, must not be in it.',
      example: "import { forecast, units } from './main.ts';   // in forecast.widget.tsx",
      fix: "import type { forecast } from './main.ts';\nimport { units } from './units.ts';",
    },
  }),
  'widget-address': row<{ tool: string; problem: string }>({
    severity: 'warning',
    message: ({ problem, tool }) => `The widget of tool "${tool}" ${problem}`,
    hint: () => 'Hosts let a widget reach only the origins that it names: write them into `ui.csp`, such as https://api.example',
    explain: {
      cause:
        'A host blocks every address that the policy of a widget does not name. The build finds literal addresses; of others it knows nothing, and what is no origin has no effect.',
      example: 'fetch(`${base}/today`)',
      fix: "ui: { template: { file: './forecast.widget.tsx' }, csp: { connectDomains: ['https://api.example'] } }",
    },
  }),
  'widget-library': row<{ library: string }>({
    severity: 'warning',
    message: ({ library }) =>
      `This renderer works with the package \`${library}\`, which is not installed: the widget shows the text instead`,
    hint: ({ library }) => `Run \`npm install ${library}\`, or leave the renderer out`,
    explain: {
      cause: 'Renderers such as `@service/ui/react/math` draw with a library that the project installs; `@service/ui` has none of them.',
      example: "import { math } from '@service/ui/react/math';   // without katex in package.json",
      fix: 'npm install katex',
    },
  }),
  'widget-large': row<{ tool: string; size: string; largest: string }>({
    severity: 'warning',
    message: ({ largest, size, tool }) => `The widget of tool "${tool}" is a document of ${size}; the largest part is ${largest}`,
    hint: () => 'Hosts load all of it before they show anything, and may refuse it: send data with the result, and images in smaller files',
    explain: {
      cause:
        'A widget is one document with everything in it. Above 1 MB hosts are slow or show nothing; what is large is most often a library, an image or data that a tool could return.',
      example: "import world from './world.geo.json';   // 5 MB",
      fix: 'Return the shapes that are shown from the tool: `output` has them.',
    },
  }),
  'start-call': row<{ name: string; instead: string }>({
    severity: 'error',
    message: ({ name }) => `\`${name}\` of @service/sdk cannot be used here in a compiled project: a bundle starts only its own server`,
    hint: ({ instead }) => instead,
    explain: {
      cause:
        'A bundle holds one server, which the build has composed. `bootstrap`, `runStdio`, `createHandler`, `createFetchHandler` and `createDirect` start that one, given its class; on a worker the platform calls what the bundle exports.',
      example: "import { connect, Service } from '@service/sdk';\nvoid connect(Server);",
      fix: "import { bootstrap, Service } from '@service/sdk';\nvoid bootstrap(Server);   // or nothing: the bundle starts itself",
    },
  }),
  'target-unsupported': row<{ target: string; option: string; instead: string }>({
    severity: 'error',
    message: ({ target, option }) => `[--target ${target}] config incompatible with ${option}`,
    hint: ({ instead }) => instead,
    explain: {
      cause: 'The platform of this target cannot do what the option asks for: it has no local files, no processes or no sockets.',
      example: "@Service({ info, sqlite: { path: 'state.db' } })   // service build --target worker",
      fix: 'Use an option that works there too, or build this server for another target.',
    },
  }),
  'task-store-missing': row<{ target: string; tool: string }>({
    severity: 'warning',
    message: ({ target, tool }) => `[--target ${target}] tool "${tool}" runs without tasks: tasks.redis is not set`,
    hint: () => "Keep tasks in a store that every instance reaches: `tasks: { redis: { provider: 'http-kv' } }` of @Service",
    explain: {
      cause:
        'The platform of this target starts and ends instances as it likes, so a task has to be kept outside of them. Without a store each call of the tool is answered when its work is done.',
      example: "execution: { taskSupport: 'optional' }   // service build --target worker",
      fix: "@Service({ info, tasks: { redis: { provider: 'http-kv' } } })",
    },
  }),
  'platform-setting-wrong': row<{ file: string; problem: string; fix: string }>({
    severity: 'warning',
    message: ({ file, problem }) => `${file}: ${problem}`,
    hint: ({ fix }) => fix,
    explain: {
      cause:
        "A platform file of the project's own is never changed by a build. What it says differs from what the platform takes, from the bundle that is written, or from `deployments[].wrangler` of the config.",
      example: 'name = "Edge_Server"\nmain = "src/index.ts"',
      fix: 'name = "edge-server"\nmain = "dist/worker/index.js"\ncompatibility_date = "2024-11-11"',
    },
  }),
  'platform-environment-empty': row<{ file: string; flags: string }>({
    severity: 'warning',
    message: ({ file }) => `With the settings of ${file} \`process.env\` is empty on the worker, and this server reads it`,
    hint: ({ flags }) =>
      `Add ${flags} to \`compatibility_flags\`, or set \`compatibility_date\` to 2025-04-01 or later with "nodejs_compat"`,
    explain: {
      cause:
        'A worker has variables and secrets as bindings. They are in `process.env` only with the flag `nodejs_compat_populate_process_env`, or from the compatibility date 2025-04-01 on with `nodejs_compat`.',
      example: 'compatibility_date = "2024-11-11"\ncompatibility_flags = ["nodejs_compat"]',
      fix: 'compatibility_flags = ["nodejs_compat", "nodejs_compat_populate_process_env"]',
    },
  }),
  'sdk-version': row<{ found: string; expected: string; by?: string | undefined }>({
    severity: 'error',
    message: ({ found, expected, by }) =>
      by === undefined
        ? `@service/sdk ${found} is installed, and this compiler is ${expected}`
        : `${by} brings @service/sdk ${found} of its own, and this project and its compiler have ${expected}`,
    hint: ({ expected, by }) =>
      by === undefined
        ? `Install @service/sdk@${expected}; all @service packages are kept on one version`
        : `Install a version of ${by} that works with @service/sdk ${expected}; its author names the SDK in peerDependencies`,
    explain: {
      cause: 'The compiler composes bundles from the SDK of its own version only.',
      example: '"@service/sdk": "0.1.0", "@service/cli": "0.2.0"',
      fix: 'Keep all @service packages on one version.',
    },
  }),
};
