/* Pages and examples of `@service/react`, compiled as an application compiles them. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** What a module exports that is no type. */
const valuesOf = (path: string): readonly string[] =>
  [...read(path).matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim().replace(/^\w+ as /, ''))
      .filter((name) => /^\w+$/.test(name)),
  );

/** Names that examples take from the page around them. */
const around = `import { z } from 'zod';
import { useEffect, type ReactElement, type ReactNode, type RefObject } from 'react';
import { Routes } from 'react-router';
declare const [App, PriceCard]: [() => ReactElement, (props: { amount: number; currency?: string }) => ReactElement];
declare const [schema, rootRef]: [z.ZodObject<{ points: z.ZodArray<z.ZodNumber> }>, RefObject<HTMLElement | null>];
declare const [items, store, cartSlice]: [string[], ReduxLike<object>, { actions: { add(args: never): object } }];
`;

const free = `
declare const message: { tool_calls: object[] };
declare const messages: unknown[];
declare const connection: ServerConnection;
declare const location: RouterAdapter['location'];
declare const router: { navigate(given: { to: string; replace: boolean }): Promise<void> };
declare const subscribe: (listener: () => void) => () => void;
declare function setQuery(query: string): void;
declare function setColor(color: string): void;
declare function callTool(args: object): Promise<void>;
declare function getPrompt(args: object): Promise<void>;
declare function clear(): void;
`;

/** An example as a module: elements are drawn, everything else is the body of a component. */
function moduleOf(example: string): string {
  const imports = example.split('\n').filter((line) => line.startsWith('import '));
  const body = example
    .split('\n')
    .filter((line) => !line.startsWith('import '))
    .join('\n')
    .replace(/^<.*(?:\/>|<\/\w+>)$|^<[\s\S]*?^<\/\w+>$/gm, (element) => `drawn.push(${element});`);
  const declared = new Set(
    [...example.matchAll(/(?:const|function) (\w+)|[{,] (\w+)(?=[^'"]*\} = )/g)].flatMap(([, one, other]) => [one, other]),
  );
  const taken = (names: readonly string[]): string => names.filter((name) => !declared.has(name) && example.includes(name)).join(', ');
  const own = (text: string): string =>
    text
      .split('\n')
      .filter(
        (line) => ![...declared].some((name) => name !== undefined && new RegExp(`^declare (?:const|function) ${name}\\b`).test(line)),
      )
      .filter((line) => !imports.some((one) => one.includes('subscribe') && line.includes('subscribe')))
      .join('\n');
  return `${around}${imports.join('\n')}
import { ${taken(valuesOf('packages/react/src/index.ts'))} } from '@service/react';
import type { FormPrompt, FormTool, ServerSource, PageTool, ReduxLike, ServerConnection } from '@service/react';
import { ${taken(valuesOf('packages/react/src/router/index.ts'))} } from '@service/react/router';
import type { RouterAdapter } from '@service/react/router';
${own(free)}
${declared.has('tool') ? '' : 'declare const tool: FormTool & PageTool;'}
${declared.has('prompt') ? '' : 'declare const prompt: FormPrompt;'}
${declared.has('registry') ? '' : "declare const registry: import('@service/react').ComponentRegistry;"}
${declared.has('Price') ? '' : 'declare const Price: () => ReactElement;'}
const drawn: ReactNode[] = [];
export async function Example() {
${body}
}
`;
}

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
  types: ['node'],
};

test('[A.comments.examples] pages and examples of @service/react compile as a user would write them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'service-react-'));
  try {
    const pages = ['docs/guide/react.md', 'packages/react/README.md'].flatMap((path) =>
      [...read(path).matchAll(/```tsx\n([\s\S]*?)```/g)].map(([, text = '']) => text),
    );
    const files = readdirSync(join(root, 'packages/react/src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    );
    const examples = files.flatMap((file) =>
      [...read(`packages/react/src/${file}`).matchAll(/^ *\* @example\n((?: *\*(?!\/)(?! @).*\n)+)/gm)].map(([, text = '']) =>
        text.replaceAll(/^ *\* ?/gm, '').trim(),
      ),
    );
    assert.ok(pages.length === 6 && examples.length > 30, `${pages.length} pages, ${examples.length} examples`);
    mkdirSync(join(folder, 'src'));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
    const chart = "import type { ReactElement } from 'react';\nexport default (_props: { points: number[] }): ReactElement => <p />;\n";
    writeFileSync(join(folder, 'src/chart.tsx'), chart);
    pages.forEach((text, at) => writeFileSync(join(folder, 'src', `page-${at}.tsx`), text));
    examples.forEach((text, at) => writeFileSync(join(folder, 'src', `example-${at}.tsx`), moduleOf(text)));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], { cwd: folder, encoding: 'utf8' });
    assert.equal(
      [stdout.replaceAll(/example-(\d+)/g, (name, at: string) => `${name} ${examples[Number(at)]?.split('\n')[0]}`), status],
      ['', 0],
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.run();
