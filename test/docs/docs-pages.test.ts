/* Pages that the documents show, and the examples of @service/ui, compiled as a project compiles them. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

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

const prelude = `import { AuthFlowProvider, AuthForm, AuthPageWrapper, useAddedItems, useAuthFlow, useExtraField, type AuthPageProps } from '@service/ui/auth';
import { renderToString } from 'react-dom/server';
declare const flow: AuthPageProps;
declare const Login: () => null;
`;

const compilerOptions = {
  target: 'es2022',
  lib: ['es2023', 'dom'],
  module: 'esnext',
  moduleResolution: 'bundler',
  customConditions: ['service-source'],
  jsx: 'react-jsx',
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  types: [],
};

test('[A.comments.examples] pages of the documents and examples of @service/ui compile as a user would write them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'service-pages-'));
  try {
    const pages = [...pagesOf('docs/sign-in-pages.md'), ...pagesOf('packages/ui/README.md')];
    const examples = examplesOf('packages/ui/src/auth');
    assert.equal([pages.length, examples.length], [3, 6]);
    mkdirSync(join(folder, 'src'));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
    [...pages, ...examples].forEach((text, at) => writeFileSync(join(folder, 'src', `page-${at}.tsx`), text));
    const { status, stdout } = spawnSync(
      process.execPath,
      [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder, '--pretty', 'false'],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    );
    assert.equal([stdout, status], ['', 0]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.run();
