/* Pages and examples of `@service/react`, compiled as an application compiles them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { typeFaultsOf } from '../support/type-check.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The page around an example: what it takes for granted. A scope of its own lets the example declare the same names. */
const around = `import * as React from 'react';
import * as library from '@service/react';
import * as routers from '@service/react/router';
import { Routes } from 'react-router';
import { z } from 'zod';
const { useEffect } = React;
declare const { AgentContent, AgentSearch, ComponentRegistry, connect, create, createStore, createToolCallHandler, DynamicRegistry }: typeof library;
declare const { DynamicRenderer, mcpComponent, mcpLazy, OutputDisplay, PromptForm, readDomById, readDomBySelector, reduxStore }: typeof library;
declare const { ResourceViewer, ServerConnection, serverRegistry, ServiceProvider, ToolForm, useApiClient, useCallTool }: typeof library;
declare const { useComponentTree, useDynamicResource, useDynamicTool, useGetPrompt, useListPrompts, useListResources }: typeof library;
declare const { useListTools, useReadResource, useServer, useService, useStoreResource, useTools, valtioStore }: typeof library;
declare const { connectRouter, createRouterEntries, useRouterBridge }: typeof routers;
type ServerSource = library.ServerSource;
declare const App: () => React.ReactElement;
declare const PriceCard: (props: { amount: number; currency?: string }) => React.ReactElement;
declare const Price: () => React.ReactElement;
declare const schema: z.ZodObject<{ points: z.ZodArray<z.ZodNumber> }>;
declare const rootRef: React.RefObject<HTMLElement | null>;
declare const items: string[];
declare const store: library.ReduxLike<object>;
declare const cartSlice: { actions: { add(args: never): object } };
declare const tool: library.FormTool & library.PageTool;
declare const prompt: library.FormPrompt;
declare const registry: library.ComponentRegistry;
declare const message: { tool_calls: object[] };
declare const messages: unknown[];
declare const connection: library.ServerConnection;
declare const location: routers.RouterAdapter['location'];
declare const router: { navigate(given: { to: string; replace: boolean }): Promise<void> };
declare const subscribe: (listener: () => void) => () => void;
declare const setQuery: (query: string) => void;
declare const setColor: (color: string) => void;
declare const callTool: (args: object) => Promise<void>;
declare const getPrompt: (args: object) => Promise<void>;
declare const clear: () => void;
const drawn: React.ReactNode[] = [];
`;

const isImport = (line: string): boolean => line.startsWith('import ');
/** An element on one line, or from its first line to the closing tag that begins one. */
const elements = /^<.*(?:\/>|<\/\w+>)$|^<[\s\S]*?^<\/\w+>$/gm;

/** An example as a module: its imports, and the rest as the body of a component, whose elements are drawn. */
function moduleOf(example: string): string {
  const lines = example.split('\n');
  const imports = lines.filter(isImport).join('\n');
  const body = lines
    .filter((line) => !isImport(line))
    .join('\n')
    .replace(elements, (element) => `drawn.push(${element});`);
  const taken = imports.includes('subscribe') ? around.replace(/^declare const subscribe.*$/m, '') : around;
  return `${taken}${imports}\nexport async function Example() {\n${body}\n}\n`;
}

test('[A.comments.examples] pages and examples of @service/react compile as a user would write them', async () => {
  const pages = ['docs/guide/react.md', 'packages/react/README.md'].flatMap((path) =>
    [...read(path).matchAll(/```tsx\n([\s\S]*?)```/g)].map(([, text = '']) => text),
  );
  const files = readdirSync(join(root, 'packages/react/src'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const examples = files.flatMap((file) =>
    [...read(`packages/react/src/${file}`).matchAll(/^ *\* @example\n((?: *\*(?!\/)(?! @).*\n)+)/gm)].map(([, text = '']) =>
      text.replaceAll(/^ *\* ?/gm, '').trim(),
    ),
  );
  assert.ok(pages.length === 7 && examples.length > 30, `${pages.length} pages, ${examples.length} examples`);
  const chart = "import type { ReactElement } from 'react';\nexport default (_props: { points: number[] }): ReactElement => <p />;\n";
  const modules = {
    'chart.tsx': chart,
    ...Object.fromEntries(pages.map((text, at) => [`page-${at}.tsx`, text])),
    ...Object.fromEntries(examples.map((text, at) => [`example-${at}.tsx`, moduleOf(text)])),
  };
  const faults = await typeFaultsOf(modules);
  const named = faults.replaceAll(/example-(\d+)/g, (name, at: string) => `${name} ${examples[Number(at)]?.split('\n')[0]}`);
  assert.is(named, '');
});

test.run();
