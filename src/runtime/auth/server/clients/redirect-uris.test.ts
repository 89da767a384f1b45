/*
 * Patterns of dcr.allowedRedirectUris beside a second matcher on WHATWG URLs. CONTRIBUTING.md: `REDIRECT_URIS=5000000` before a release.
 */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { coversRedirectUri } from './redirect-uris.ts';

const runs = Number(process.env['REDIRECT_URIS'] ?? 40_000);

test('[guard.redirect.pattern] a star never reaches over a label, a segment or the authority, however the separator is written', () => {
  const covers = (entry: string, uri: string, expected: boolean) => assert.is(coversRedirectUri(entry, uri), expected, `${entry} ${uri}`);
  const pages = 'https://myapp-*.pages.dev/cb';
  covers(pages, 'https://myapp-1.pages.dev/cb', true);
  covers(pages, 'https://MYAPP-1.Pages.dev:443/cb', true);
  for (const dot of ['.', '%2E', '%2e', '\uff0e', '\u3002', '\uff61', '%EF%BC%8E', '%e3%80%82'])
    covers(pages, `https://myapp-1${dot}evil.pages.dev/cb`, false);
  for (const uri of [
    'https://myapp-1.pages.dev./cb',
    'https://myapp-1.pages.dev%2Eevil.com/cb',
    'https://evil.com/?.pages.dev/cb',
    'https://evil.com\\.pages.dev/cb',
    'https://myapp-@evil.pages.dev/cb',
    'https://myapp-:x@a.pages.dev/cb',
    'https://myapp-1.pages.dev/cb#',
    'https://myapp-1.pages.dev/cb/',
    'https://myapp-1.pages.dev/cb?x',
    'https://myapp-1.pages.dev:8443/cb',
    'http://myapp-1.pages.dev/cb',
    'https://.pages.dev/cb',
    'https:',
  ])
    covers(pages, uri, false);
  covers('https://*.pages.dev/cb', 'https://.pages.dev/cb', false);
  covers('https://*.pages.dev/cb', 'https://%61.pages.dev/cb', true);
  covers('https://a.example/*/cb', 'https://a.example/x/cb', true);
  for (const path of ['x%2Fy', 'x%2fy', 'x%5Cy', 'x%5c..', '..', '%2e%2e', '', 'x/y', 'x\\y'])
    covers('https://a.example/*/cb', `https://a.example/${path}/cb`, false);
  covers('https://a.example/%2F*', 'https://a.example/%2Fx', true);
  covers('http://localhost:*/callback', 'http://localhost:49152/callback', true);
  covers('http://[::1]:*/callback', 'http://[0:0::1]:1/callback', true);
  covers('http://127.0.0.1:*/callback', 'http://127.1:1/callback', true);
  covers('https://a.example:443/*', 'https://a.example/x', true);
  covers('https://a.example:44*/x', 'https://a.example:4430/x', true);
  covers('https://a.example:44*/x', 'https://a.example/x', false);
  covers('https://a.example?*', 'https://a.example/?q=1', true);
  covers('HTTPS://A.example/b/../*', 'https://a.example/x', true);
  for (const entry of [
    'https://b\u00fccher-*.de/',
    'https://xn--*.de/',
    'https://u@*.de/',
    'https://*.de/#',
    'https://a:x*/',
    'https://*\\x/',
    'ftp://*/',
    'https://[*]/',
  ])
    // prettier-ignore
    for (const uri of [entry.replace('*', 'x'), 'https://x.de/', 'https://[::1]/']) covers(entry, uri, false);
});

test('[guard.redirect.pattern] entries without a star are texts', () => {
  assert.ok(coversRedirectUri('https://a.example/cb', 'https://a.example/cb'));
  for (const uri of ['https://A.example/cb', 'https://a.example:443/cb', 'https://a.example/x/../cb', 'https://a.example/cb?'])
    assert.not.ok(coversRedirectUri('https://a.example/cb', uri), uri);
});

/** A seeded source of numbers below a bound (mulberry32): a failure is found again. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

interface Entry {
  readonly text: string;
  readonly scheme: string;
  readonly host: string;
  readonly port: string;
  readonly path: string;
  readonly query: string;
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
/** The second matcher: one regular expression for the parsed URL, written from the entry by hand. */
function referenceOf({ host, path, port, query, scheme }: Entry): (uri: string) => boolean {
  const inLabel = host.split('.').map((label) => (label === '*' ? '[^.]+' : escaped(label).replace('\\*', '[^.]*')));
  const plain = '(?:(?!%2[fF]|%5[cC])[^/?\\n])*';
  const inPath = path.split('/').map((part) => (part === '*' ? `(?=[^/?\\n])${plain}` : escaped(part).replace('\\*', plain)));
  const whole = new RegExp(
    `^${scheme}:\\n${inLabel.join('\\.')}\\n${escaped(port).replace('\\*', '\\d*')}\\n${inPath.join('\\/')}\\n${escaped(query).replace('\\*', '(?:(?!%2[fF]|%5[cC]).)*')}$`,
  );
  return (uri) => {
    try {
      const { hash, hostname, href, password, pathname, port: number, protocol, search, username } = new URL(uri);
      if (username + password + hash !== '' || href.endsWith('#')) return false;
      return whole.test([protocol, hostname, number, pathname, search.slice(1)].join('\n'));
    } catch {
      return false;
    }
  };
}

const hosts = ['myapp-*.pages.dev', '*.a.example', 'localhost', 'a*b.c', '127.0.0.1', '[::1]', '*', 'x.*.y', 'cb'];
const ports = ['', '8*', '*', '80*', '8080'];
const paths = ['/cb', '/*', '/*/cb', '/a*b', '/', '/%2F*', '/x/*/y', '/a-*-b/c'];
const queries = ['', '', '*', 'q=*', 'a=1'];
const fillings = ['', '1', 'x', 'ab', '80', '0', 'a-b', '.', '%2E', '%2e', '\uff0e', '\u3002', '/', '%2F', '%5c', '\\', '@', '%40', ':', '%3A', '#', '?', '..', '%2e%2e', '\t', '%00', ' ', 'xn--a', 'é', '*', '%2A', '[', '&', '=', 'evil.com', 'A', '%61', '+', '%'] as const; // prettier-ignore

test('[guard.redirect.pattern] a second matcher finds the same for every entry and every spelling of a URI', () => {
  const random = createRandom(20261123);
  const pick = <T>(list: readonly [T, ...T[]] | readonly T[]): T => list[random(list.length)] as T;
  const entries = Array.from({ length: 300 }, () => {
    const parts = { scheme: pick(['http', 'https']), host: pick(hosts), port: pick(ports), path: pick(paths), query: pick(queries) };
    const text = `${parts.scheme}://${parts.host}${parts.port === '' ? '' : `:${parts.port}`}${parts.path}${parts.query === '' ? '' : `?${parts.query}`}`;
    return { ...parts, text };
  }).filter(({ text }) => text.includes('*'));
  const matchers = entries.map((entry) => ({ entry, matches: referenceOf(entry) }));
  let covered = 0;
  for (let run = 0; run < runs; run += 1) {
    const { entry, matches } = pick(matchers);
    let uri = entry.text.replaceAll('*', () => (random(3) === 0 ? pick(fillings) + pick(fillings) : pick(['1', 'x', 'ab', ''])));
    if (random(3) === 0) {
      const at = random(uri.length + 1);
      uri = uri.slice(0, at) + pick(fillings) + uri.slice(at + random(2));
    }
    if (random(12) === 0) uri = uri.toUpperCase();
    const expected = matches(uri);
    if (coversRedirectUri(entry.text, uri) !== expected)
      assert.unreachable(`${entry.text} and ${JSON.stringify(uri)}: expected ${expected}`);
    if (expected) covered += 1;
  }
  assert.ok(covered > runs / 10 && covered < runs / 1.5, `${covered} of ${runs} were covered`);
});

test.run();
