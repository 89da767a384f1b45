import type { Recorded, RecordedServer } from '../recorded-server.ts';

const note = (name: unknown, text: unknown): Recorded => ['tool', 'add-note', { name, note: text }];
const reverse = (text: unknown): Recorded => ['tool', 'reverse', { text }];

/** Written with `registerTool` of the official SDK 2.x, whose examples are no part of its packages. */
export const sdk2Registered: RecordedServer = {
  name: 'sdk-2-registered',
  source: '../../judges/servers/registered.mjs',
  transport: 'stdio',
  calls: [
    ['list', 'tools'],
    ['list', 'prompts'],
    ['list', 'resources'],
    ['list', 'templates'],
    ['tool', 'list-notes', {}],
    note('third', 'Read'),
    note('', 'no name'),
    note('third', 7),
    note('Łódź', '日本 😀'),
    ['tool', 'list-notes'],
    ['tool', 'count-to', { end: 3 }],
    ['tool', 'count-to', { end: 6 }],
    ['tool', 'count-to', { end: 1.5 }],
    ['tool', 'break', { why: 'asked' }],
    ['tool', 'break', {}],
    ['resource', 'notes://all'],
    ['resource', 'notes://note/first'],
    ['resource', 'notes://note/nobody'],
    ['prompt', 'summary', { tone: 'short' }],
    ['prompt', 'summary', {}],
  ],
};

/** A low-level server of 2.x, which names requests by their method. */
export const sdk2LowLevel: RecordedServer = {
  name: 'sdk-2-low-level',
  source: '../../judges/servers/low-level.mjs',
  transport: 'stdio',
  calls: [
    ['list', 'tools'],
    ['list', 'resources'],
    ['list', 'prompts'],
    ...['', 'a', 'Łódź', '日本', 'x y', '"q"', '😀', 7, null, true].map(reverse),
    ['tool', 'reverse', {}],
    ['tool', 'sum', { numbers: [1, 2, 3] }],
    ['tool', 'sum', { numbers: [] }],
    ['tool', 'sum', { numbers: ['4', 'x'] }],
    ['tool', 'sum', { numbers: 'none' }],
    ['resource', 'low://motto'],
    ['prompt', 'greet', { who: 'Ada' }],
  ],
};
