/* Sign-in pages, specs and commands that the documents show, and the examples of @service/ui, compiled as a project compiles them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { typeFaultsOf } from '../support/type-check.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Blocks that are whole modules. */
const pagesOf = (path: string): readonly string[] =>
  [...read(path).matchAll(/```(?:tsx|typescript)\n([\s\S]*?)```/g)].flatMap(([, text = '']) =>
    text.includes('export default') ? [text] : [],
  );

/** An `@example` is an element, or lines of a component. */
function examplesOf(folder: string): readonly string[] {
  const found = readdirSync(join(root, folder)).flatMap((file) =>
    [...read(`${folder}/${file}`).matchAll(/\* @example\n((?: \*(?!\/).*\n)+)/g)].map(([, text = '']) => text.replaceAll(/^ \* ?/gm, '')),
  );
  return found.map((text) => `${prelude}export function Example() {\n${text.startsWith('<') ? `return (\n${text});` : text}\n}\n`);
}

/** Specs of the testing guide; only the first one shows its imports. */
function specsOf(path: string): readonly string[] {
  const found = [...read(path).matchAll(/```typescript\n([\s\S]*?)```/g)].map(([, text = '']) => text);
  return found.map((text) =>
    text.includes("from '@service/testing'") ? text : `import { expect, httpMock, perfTest, test } from '@service/testing';\n${text}`,
  );
}

/** Blocks that are whole programs without a server, by their beginning. */
const programsOf = (path: string, beginning: string): readonly string[] =>
  [...read(path).matchAll(/```ts\n([\s\S]*?)```/g)].flatMap(([, text = '']) => (text.startsWith(beginning) ? [text] : []));

/** Each `@example` of a module is a module. */
const modulesOf = (path: string): readonly string[] =>
  [...read(path).matchAll(/^ *\* @example\n((?: *\*(?!\/)(?! @).*\n)+)/gm)].map(([, text = '']) => text.replaceAll(/^ *\* ?/gm, ''));

const prelude = `import { AuthFlowProvider, AuthForm, AuthPageWrapper, useAddedItems, useAuthFlow, useExtraField, type AuthPageProps } from '@service/ui/auth';
import { renderToString } from 'react-dom/server';
declare const flow: AuthPageProps;
declare const Login: () => null;
`;

test('[A.comments.examples] pages of the documents and examples of @service/ui compile as a user would write them', async () => {
  const pages = [...pagesOf('docs/guide/sign-in-pages.md'), ...pagesOf('packages/ui/README.md')];
  const examples = examplesOf('packages/ui/src/auth');
  const specs = specsOf('docs/guide/testing.md');
  const commands = programsOf('docs/guide/command-line.md', '// tools/');
  const functions = programsOf('docs/guide/resources-and-prompts.md', 'import { realpath }');
  assert.equal([pages.length, examples.length, specs.length, commands.length, functions.length], [3, 6, 6, 1, 1]);
  const clients = programsOf('docs/guide/client.md', 'import { connect }');
  const inPage = ['docs/guide/in-page.md', 'packages/plugin-webmcp/README.md'].flatMap((page) => programsOf(page, 'import'));
  const modules = [
    'in-page.ts',
    ...readdirSync(join(root, 'src/runtime/client')).map((file) => `client/${file}`),
    'hosts/client-node.ts',
    'hosts/client-page.ts',
    'hosts/sign-in/signed-in.ts',
  ].flatMap((file) => modulesOf(`src/runtime/${file}`));
  assert.equal([clients.length, inPage.length, modules.length], [5, 8, 8]);
  const programs = [...specs, ...commands, ...functions, ...clients, ...inPage, ...modules];
  const written = [
    ...[...pages, ...examples].map((text, at) => [`page-${at}.tsx`, text] as const),
    ...programs.map((text, at) => [`program-${at}.ts`, text] as const),
  ];
  assert.is(await typeFaultsOf(Object.fromEntries(written)), '');
});

test.run();
