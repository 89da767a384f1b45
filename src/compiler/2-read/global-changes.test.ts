import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readSource } from '../../../test/support/read-source.ts';

const server = `import { Service } from '@service/sdk'; @Service({ info: { name: 'a', version: '1' } }) export class Server {}\n`;

/** What the warnings of a source name. */
const changedIn = (source: string): string[] =>
  readSource(`${server}${source}`)
    .findings([])
    .map(({ code, message, span }) => `${code} ${message.split('`')[1]} ${span?.line}`);

test('[environment.effects] a global object that is changed at the top of a module is named', () => {
  for (const [source, what] of [
    ['globalThis.fetch = own;', 'globalThis.fetch'],
    ["global['cache'] ??= new Map();", "global['cache']"],
    ['if (true) { delete globalThis.crypto; }', 'globalThis.crypto'],
    ['Array.prototype.last = own;', 'Array.prototype.last'],
    ["Object.defineProperty(String.prototype, 'shout', { value: own });", 'String.prototype'],
    ['Object.assign(globalThis, { own });', 'globalThis'],
  ])
    assert.equal(changedIn(source ?? ''), [`load-effect ${what} 2`], source);
});

test('[environment.effects] functions, reads and objects of the project are left alone', () => {
  for (const source of [
    'export const set = () => { globalThis.fetch = own; };',
    'const before = globalThis.fetch;',
    'class Own { text = 1; } Own.prototype.text = 2;',
    'const globalThis = { a: 1 }; globalThis.a = 2;',
    'const own: Record<string, number> = {}; Object.assign(own, { a: 1 });',
  ])
    assert.equal(changedIn(source), [], source);
});

test.run();
