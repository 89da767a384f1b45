/* What readers follow: links and anchors, the index, and commands with their flags. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { commandTable } from '../../src/cli/command-table.ts';
import { topicNames } from '../../src/cli/help-topics.ts';
import { parseArguments } from '../../src/cli/parse-arguments.ts';
import { commandLinesOf, guidePages, pages, readPage, referencePages, root } from '../support/pages.ts';

const readmes = [
  'examples/files',
  'examples/gallery',
  'examples/git-history',
  'examples/many-tools',
  'examples/repositories',
  'examples/shop',
  'examples/weather',
  'packages/edge',
  'packages/plugin-approval',
  'packages/plugin-cache',
  'packages/plugin-codecall',
  'packages/plugin-dashboard',
  'packages/plugin-feature-flags',
  'packages/adapters',
  'packages/plugin-remember',
  'packages/plugin-webmcp',
  'packages/plugins',
  'packages/react',
  'packages/storage-sqlite',
  'packages/testing',
  'packages/ui',
].map((folder) => `${folder}/README.md`);
const allPages = [...pages, ...referencePages, ...readmes, 'AGENTS.md', 'CONTRIBUTING.md', 'bench/NOTES.md', 'bench/RESULTS.md'];
const withoutBlocks = (text: string): string => text.replaceAll(/^```[\s\S]*?^```$/gm, '');

interface Link {
  /** Path from the root of the repository; the page itself where only an anchor is given. */
  readonly target: string;
  readonly anchor: string | undefined;
}

function linksOf(page: string): readonly Link[] {
  const found = [...withoutBlocks(readPage(page)).matchAll(/\]\(([^)\s#]*)(?:#([^)\s]*))?\)/g)];
  return found
    .filter(([, path = '']) => !path.includes('://'))
    .map(([, path = '', anchor]) => ({ target: path === '' ? page : normalize(join(dirname(page), path)), anchor }));
}

/** Anchors of headings, made as code hosts make them. */
const anchorsOf = (page: string): readonly string[] =>
  [...withoutBlocks(readPage(page)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

test('every link of a page leads to a file and a heading that exist', () => {
  const broken = allPages.flatMap((page) =>
    linksOf(page)
      .filter(({ anchor, target }) => !existsSync(join(root, target)) || (anchor !== undefined && !anchorsOf(target).includes(anchor)))
      .map(({ anchor, target }) => `${page}: ${target}${anchor === undefined ? '' : `#${anchor}`}`),
  );
  assert.equal(broken, []);
});

test('every page is two steps from README: the index of docs links it', () => {
  assert.ok(linksOf('README.md').some(({ target }) => target === 'docs/README.md'));
  const linked = new Set(linksOf('docs/README.md').map(({ target }) => target));
  const missing = [...guidePages, ...referencePages].filter((page) => page !== 'docs/README.md' && !linked.has(page));
  assert.equal(missing, []);
});

test('paths that AGENTS.md and CONTRIBUTING.md name exist', () => {
  const rooms = 'bench|bin|docs|examples|fixtures|packages|scripts|spec|src|test|tools';
  const missing = ['AGENTS.md', 'CONTRIBUTING.md'].flatMap((page) =>
    [...readPage(page).matchAll(new RegExp(`(?:^|[\\s\`(])((?:${rooms})/[\\w./-]*\\w)(?![\\w./<{-])`, 'gm'))]
      .map(([, path = '']) => path)
      .filter((path) => path !== 'tools/call' && !existsSync(join(root, path)))
      .map((path) => `${page}: ${path}`),
  );
  assert.equal(missing, []);
});

/** Commands of the blocks of a page, without comments, variables and redirections. */
function commandsOf(page: string): readonly string[] {
  return commandLinesOf(page).flatMap((line) => {
    const [typed = ''] = line.split(/\s+(?:#|>)/);
    return typed.split('&&').map((part) => part.trim().replace(/^(?:[A-Z_]+=\S*\s+)*/, ''));
  });
}

const wordsOf = (command: string): readonly string[] =>
  [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, single, double, plain]) => single ?? double ?? plain ?? '');

test('commands of pages exist, with their flags and arguments', async () => {
  const refused: string[] = [];
  let checked = 0;
  for (const page of [...pages, ...readmes]) {
    for (const command of commandsOf(page)) {
      const [, typed] = /^(?:npx --no service|npm exec .* -- service-cli|service(?:-cli)?) (.*)$/.exec(command) ?? [];
      if (typed === undefined) continue;
      checked += 1;
      try {
        await parseArguments(commandTable, wordsOf(typed));
      } catch (error) {
        refused.push(`${page}: ${command}: ${String(error)}`);
      }
    }
  }
  assert.equal(refused, []);
  assert.ok(checked > 30, String(checked));
});

test('the page of the command line names every topic of help', () => {
  const page = readPage('docs/guide/command-line.md');
  assert.equal(
    topicNames.filter((name) => !page.includes(`\`${name}\``)),
    [],
  );
});

test('commands within sentences exist', () => {
  const verbs = new Set(commandTable.flatMap(({ aliases = [], name }) => [name.split(' ')[0], ...aliases]));
  const unknown = [...pages, 'AGENTS.md', 'CONTRIBUTING.md'].flatMap((page) =>
    [...withoutBlocks(readPage(page)).matchAll(/`(?:npx --no )?service(?:-cli)? ([a-z-]+)/g)]
      .filter(([, verb = '']) => !verb.startsWith('-') && !verbs.has(verb))
      .map(([typed]) => `${page}: ${typed}`),
  );
  assert.equal(unknown, []);
});

/** Variables of packages beside the server, of an example, and a token of the SDK. */
const otherNames = new Set([
  'SERVICE_UPDATE_CONTRACT',
  'SERVICE_TEST_BROWSER',
  'SERVICE_UPDATE_BASELINE',
  'REDIS_PASSWORD',
  'SERVICE_CONTEXT',
  'MCP_MEMORY_SECRET',
  'SERVICE_LOADER',
]);

test('variables that pages name are in the reference', () => {
  const known = referencePages.map(readPage).join('\n');
  const unknown = pages.flatMap((page) =>
    [...readPage(page).matchAll(/\b(?:SERVICE|MCP|JWT|VAULT|REDIS|KV|MACHINE)_[A-Z_]*[A-Z]\b/g)]
      .map(([name]) => name)
      .filter((name) => !otherNames.has(name) && !known.includes(name))
      .map((name) => `${page}: ${name}`),
  );
  assert.equal(unknown, []);
});

test('scripts of npm exist, in this repository or in a new project', () => {
  const scriptsOf = (path: string): readonly string[] =>
    Object.keys((JSON.parse(readFileSync(join(root, path), 'utf8')) as { scripts: object }).scripts);
  const known = new Set([...scriptsOf('package.json'), ...scriptsOf('src/templates/basic/package.json')]);
  const unknown = [...pages, 'AGENTS.md', 'CONTRIBUTING.md', 'bench/NOTES.md'].flatMap((page) =>
    [...readPage(page).matchAll(/npm run ([\w:-]+)/g)].filter(([, name = '']) => !known.has(name)).map(([typed]) => `${page}: ${typed}`),
  );
  assert.equal(unknown, []);
});

test('messages of the troubleshooting page are those of the sources', () => {
  const [, table = ''] = readPage('docs/guide/troubleshooting.md').split('\n## ');
  const messages = [...table.matchAll(/^\| (?:\d{3} )?`([^`]+)`/gm)].map(([, message = '']) => message);
  assert.is(messages.length, 14);
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(root, 'src', file), 'utf8'))
    .join('\n');
  // The method, path, port and address of an example stand where the sources have variables.
  const unknown = messages.filter((message) => !message.split(/POST \/|3000|127\.0\.0\.1/).every((text) => sources.includes(text)));
  assert.equal(unknown, []);
});

test.run();
