import type { Recorded, RecordedServer } from '../recorded-server.ts';

const sum = (a: unknown, b: unknown): Recorded => ['tool', 'get-sum', { a, b }];

/**
 * Registers some of its entries in a loop, and some when it has heard what its client can do: those are named, with file and line, and all
 * others are moved. Its prompts are not listed here: schemas of their arguments lie in another module, which is reported.
 */
export const runTimeServers: readonly RecordedServer[] = [
  {
    name: 'server-everything',
    source: '@modelcontextprotocol/server-everything/dist/index.js',
    transport: 'stdio',
    calls: [
      ['tool', 'get-sum', {}],
      ['list', 'templates'],
      ['tool', 'echo', { message: 'Łódź 😀' }],
      ['tool', 'echo', {}],
      sum(2, 3),
      sum(0.1, 0.2),
      sum('2', 3),
      ['tool', 'get-tiny-image', {}],
      ['tool', 'get-annotated-message', { messageType: 'error', includeImage: true }],
      ['tool', 'get-annotated-message', { messageType: 'debug' }],
      ['tool', 'get-annotated-message', { messageType: 'none' }],
      ['tool', 'get-structured-content', { location: 'Chicago' }],
      ['tool', 'get-structured-content', { location: 'Łódź' }],
      ['tool', 'get-resource-links', { count: 2 }],
      ['tool', 'get-resource-links', { count: 11 }],
      ['tool', 'trigger-long-running-operation', { duration: 0.2, steps: 2 }],
      ['prompt', 'simple-prompt'],
      ['prompt', 'args-prompt', { city: 'Oslo', state: 'x' }],
      ['prompt', 'args-prompt', {}],
      ['prompt', 'completable-prompt', { department: 'Engineering', name: 'Alice' }],
    ],
  },
];
