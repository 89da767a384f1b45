import type { Recorded, RecordedServer } from '../recorded-server.ts';

/** A server inside the package of the official SDK. */
const example = (name: string, more: Omit<RecordedServer, 'name' | 'source'>): RecordedServer => ({
  name,
  source: `@modelcontextprotocol/sdk/dist/esm/examples/server/${name}.js`,
  ...more,
});

const names = ['Ada', '', 'Łódź', '<b>', 'a'.repeat(300), '日本', '"q"', '\n', '${x}', '%s', '0', 'null', ' ', '😀', "'"] as const;

export const exampleServers: readonly RecordedServer[] = [
  example('mcpServerOutputSchema', {
    transport: 'stdio',
    random: ['get_weather'],
    calls: [
      ['list', 'tools'],
      ...names.map((city): Recorded => ['tool', 'get_weather', { city, country: 'PL' }]),
      ['tool', 'get_weather', { city: 1, country: 'PL' }],
      ['tool', 'get_weather', {}],
      ['tool', 'get_weather', { city: 'x' }],
      ['tool', 'get_weather', { city: 'x', country: 'y', more: true }],
    ],
  }),
  example('toolWithSampleServer', {
    transport: 'stdio',
    calls: [
      ['list', 'tools'],
      ['tool', 'summarize', {}],
      ['tool', 'summarize', { text: 1 }],
      ['tool', 'summarize', { text: null }],
      ...names.map((name): Recorded => ['tool', 'summarize', { text: [name] }]),
      ['tool', 'summarize', { txt: 'x' }],
    ],
  }),
  example('progressExample', {
    transport: 'stdio',
    calls: [
      ['list', 'tools'],
      ...[1, 2, 0, -1, 1.5, 'x', null, true, [], {}].map((steps): Recorded => ['tool', 'count', { n: steps }]),
      ...[1, 2, 0].map((n): Recorded => ['tool', 'count', { n, more: 'x' }]),
      ['tool', 'count', {}],
      ...['1', '2', '', 'NaN', false].map((n): Recorded => ['tool', 'count', { n }]),
    ],
  }),
  example('simpleStatelessStreamableHttp', {
    transport: 'http',
    calls: [
      ['list', 'tools'],
      ['list', 'prompts'],
      ['list', 'resources'],
      ['tool', 'start-notification-stream', { interval: 1, count: 2 }],
      ['tool', 'start-notification-stream', { interval: 2, count: 1, more: 1 }],
      ['tool', 'start-notification-stream', { interval: 'x' }],
      ['tool', 'start-notification-stream', { count: null }],
      ['resource', 'https://example.com/greetings/default'],
      ['prompt', 'greeting-template', {}],
      ...names.slice(0, 11).map((name): Recorded => ['prompt', 'greeting-template', { name }]),
    ],
  }),
  example('jsonResponseStreamableHttp', {
    transport: 'http',
    calls: [
      ['list', 'tools'],
      ['tool', 'greet', {}],
      ['tool', 'greet', { name: 3 }],
      ['tool', 'multi-greet', { name: 'Ada' }],
      ['tool', 'multi-greet', { name: [] }],
      ...names.map((name): Recorded => ['tool', 'greet', { name }]),
    ],
  }),
  example('sseAndStreamableHttpCompatibleServer', {
    transport: 'http',
    calls: [
      ['list', 'tools'],
      ['tool', 'start-notification-stream', { interval: 1, count: 2 }],
      ['tool', 'start-notification-stream', { interval: 'x' }],
      ['tool', 'start-notification-stream', { interval: 1, count: null }],
      ['tool', 'start-notification-stream', { interval: {}, count: 1 }],
      ...names.map((count): Recorded => ['tool', 'start-notification-stream', { interval: 1, count }]),
    ],
  }),
  example('simpleStreamableHttp', {
    transport: 'http',
    calls: [
      ['list', 'prompts'],
      ['list', 'resources'],
      ['tool', 'greet', { name: 'Ada' }],
      ['tool', 'greet', {}],
      ['tool', 'multi-greet', { name: 'Ada' }],
      ['tool', 'start-notification-stream', { interval: 1, count: 2 }],
      ['tool', 'list-files', {}],
      ['tool', 'list-files', { includeDescriptions: false }],
      ['tool', 'list-files', { includeDescriptions: 'x' }],
      ['resource', 'https://example.com/greetings/default'],
      ['resource', 'file:///example/file1.txt'],
      ['resource', 'file:///example/file2.txt'],
      ['prompt', 'greeting-template', { name: 'Ada' }],
      ['prompt', 'greeting-template', {}],
      ...names.slice(1, 7).map((name): Recorded => ['tool', 'greet', { name }]),
    ],
  }),
  example('honoWebStandardStreamableHttp', {
    transport: 'http',
    calls: [
      ['list', 'tools'],
      ['tool', 'greet', {}],
      ['tool', 'greet', { name: 3 }],
      ['tool', 'greet', { name: null }],
      ['tool', 'greet', { name: 'x', more: 1 }],
      ...names.map((name): Recorded => ['tool', 'greet', { name }]),
    ],
  }),
];
