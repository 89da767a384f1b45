import type { MeasureRow } from './measurement.ts';

const judges = 'tools/judges';

/** Everything that `npm run measure` knows, by name. */
export const measureRows: Readonly<Record<string, MeasureRow>> = {
  bars: {
    sentence: 'times of the packed command line, each beside its peer in one run',
    words: 'only bars whose names hold one of the words',
    tools: [judges],
    load: async () => (await import('./bars/bars.ts')).measureBars,
  },
  'checks-kept': {
    sentence: 'what is checked at HEAD and at another commit: rows, tests, attacks, conformance, errors',
    words: 'the other commit',
    load: async () => (await import('./checks-kept.ts')).measureChecksKept,
  },
  'entry-changes': {
    sentence: 'calls and lists while an adapter changes its entries: what is lost, what is mixed, and what it costs',
    flags: { quick: { type: 'boolean', hint: 'shows that it runs' } },
    load: async () => (await import('../../bench/entry-changes.ts')).measureEntryChanges,
  },
  'first-answer': {
    sentence: 'a function from the start of its process to its first answer, beside a bare handler',
    flags: { quick: { type: 'boolean', hint: 'shows that it runs' } },
    tools: [judges],
    load: async () => (await import('./first-answer/first-answer.ts')).measureFirstAnswer,
  },
  'flag-flips': {
    sentence: 'a flag that is flipped under 500 calls a second on two instances: what is lost, and when it takes effect',
    flags: { quick: { type: 'boolean', hint: 'shows that it runs' } },
    load: async () => (await import('../../bench/flag-flips.ts')).measureFlagFlips,
  },
  growth: {
    sentence: 'what tools, sessions and instances cost as they grow: the figures of docs/guide/scaling.md',
    words: 'only these: tools, sessions, instances',
    flags: { quick: { type: 'boolean', hint: 'shows that it runs' } },
    tools: [judges, 'tools/worker'],
    load: async () => (await import('../../bench/growth/growth.ts')).measureGrowth,
  },
  'guard-cost': {
    sentence: 'what all guards cost of a request, beside a build without them',
    flags: { quick: { type: 'boolean', hint: 'shows that it runs' } },
    tools: [judges],
    load: async () => (await import('../../bench/guard-cost.ts')).measureGuardCost,
  },
  house: {
    sentence: 'the sources: size, cycles, any, casts, helpers written twice',
    load: async () => (await import('./house/measure-house.ts')).judgeHouse,
  },
  libraries: {
    sentence: 'public libraries, each in the bundle of a server',
    words: 'only these libraries',
    flags: {
      bundler: { type: 'string', hint: 'esbuild or rollup' },
      markdown: { type: 'boolean', hint: 'the table of docs/guide/libraries.md' },
    },
    tools: [judges, 'tools/clients'],
    newerNode: true,
    load: async () => (await import('./libraries/measure-libraries.ts')).measureLibraries,
  },
  'many-tools': {
    sentence: 'tokens of the tool list of examples/many-tools, without CodeCall and behind it',
    load: async () => (await import('./many-tools.ts')).measureManyTools,
  },
  'openapi-call': {
    sentence: 'CPU of a call of an operation, beside that of a written tool with the same request',
    flags: { quick: { type: 'boolean', hint: 'shows that it runs' } },
    load: async () => (await import('../../bench/openapi-call.ts')).measureOpenapiCall,
  },
  'openapi-documents': {
    sentence: 'descriptions of APIs that others wrote: tools, time, bytes, and their requests beside another validator',
    words: 'only documents whose names hold one of the words',
    flags: { quick: { type: 'boolean', hint: 'without those that are fetched' } },
    tools: ['tools/openapi'],
    load: async () => (await import('./openapi-documents/measure-documents.ts')).measureDocuments,
  },
  'request-path': {
    sentence: 'the files that one tools/call over HTTP visits',
    load: async () => (await import('./request-path/request-path.ts')).measureRequestPath,
  },
  'schema-suite': {
    sentence: 'the interpreter of JSON Schemas beside the tests of the JSON-Schema-Test-Suite',
    words: 'the folder of the suite, which holds tests/draft2020-12 and remotes',
    load: async () => (await import('./schema-suite.ts')).measureSchemaSuite,
  },
  'page-reload': {
    sentence: 'time from a save to the changed widget on the page of `service dev`, median of 10',
    tools: ['tools/judges'],
    load: async () => (await import('./page-reload.ts')).measurePageReload,
  },
  'script-runs': {
    sentence: 'scripts of CodeCall: CPU of the first and of a warm one, others meanwhile, and growth of memory',
    flags: { quick: { type: 'boolean', hint: 'shows that it runs' } },
    load: async () => (await import('./script-runs.ts')).measureScriptRuns,
  },
  'worker-runs': {
    sentence: 'scripts of CodeCall on workerd: CPU of the first and of a warm one, and memory, in QuickJS and in isolates',
    flags: { quick: { type: 'boolean', hint: 'shows that it runs' } },
    tools: ['tools/worker'],
    load: async () => (await import('./worker-script-runs.ts')).measureWorkerScriptRuns,
  },
  search: {
    sentence: 'what search finds for questions of people among the operations of GitHub, its time and its bytes',
    load: async () => (await import('./search/measure-search.ts')).measureSearch,
  },
  size: {
    sentence: 'bytes of small builds, beside their budgets',
    load: async () => (await import('./size.ts')).measureSize,
  },
  'stack-cost': {
    sentence: 'what a logged error costs with a source map, beside the same bundle without',
    flags: { quick: { type: 'boolean', hint: 'shows that it runs' } },
    tools: [judges],
    load: async () => (await import('../../bench/stack-cost.ts')).measureStackCost,
  },
  'test-cpu': {
    sentence: 'CPU seconds of npm test: by test file, by program and in all (Linux)',
    words: 'words of npm test, after another --',
    tools: [judges, 'tools/worker', 'tools/authors', 'bench'],
    load: async () => (await import('./test-cpu/test-cpu.ts')).measureTestCpu,
  },
  'test-library': {
    sentence: 'rows of the test library that tests show',
    words: 'bars instead of rows: conformance, packed, ports',
    tools: [judges, 'tools/worker', 'tools/authors', 'bench'],
    load: async () => (await import('./test-library/test-library.ts')).measureTestLibrary,
  },
  'worker-start': {
    sentence: 'a worker from the start of its runtime to its first answer, beside an empty one',
    flags: { quick: { type: 'boolean', hint: 'shows that it runs' } },
    tools: [judges, 'tools/worker'],
    load: async () => (await import('../../bench/worker-start.ts')).measureWorkerStart,
  },
  'unguarded-call': {
    sentence: 'what tools with approvals and flags cost a call of another tool',
    flags: { quick: { type: 'boolean', hint: 'shows that it runs' } },
    tools: [judges],
    load: async () => (await import('../../bench/unguarded-call.ts')).measureUnguarded,
  },
};
