import type { BorrowedModule, SdkCopy } from '../bundler-plugin/index.ts';
import type { BundlePlan, CompileRequest, PlannedPage } from '../compile-types.ts';
import { type Diagnostic, diagnose } from '../diagnostics/index.ts';
import { borrowReact, type BundledScript, bundleScript, type ScriptTools } from './browser-script.ts';

/** Pages for browsers that the server's bundle holds. */
export interface BundledPages {
  /** Modules whose default export is the text of a page's script. */
  readonly generated: Readonly<Record<string, string>>;
  /** Absolute paths of the files that were read. */
  readonly inputs: readonly string[];
  /** What the bundler warns of. */
  readonly warnings: readonly Diagnostic[];
}

type Result = BundledPages | { readonly diagnostics: readonly Diagnostic[] };

/** Bundles the browser script of each `auth.ui` page, before the server that embeds it. */
export async function bundleAuthPages(plan: BundlePlan, request: CompileRequest, sdk: SdkCopy): Promise<Result> {
  const scripts = await Promise.all(plan.pages.map((page) => bundlePage(page, plan, { request, sdk })));
  const refused = scripts.flatMap((script) => ('diagnostics' in script ? script.diagnostics : []));
  if (refused.length > 0) return { diagnostics: refused };
  const made = scripts.flatMap((script) => ('text' in script ? [script] : []));
  return {
    generated: Object.fromEntries(made.map(({ name, text }) => [`${name}-script`, `export default ${JSON.stringify(text)};\n`])),
    inputs: made.flatMap(({ inputs }) => inputs),
    warnings: made.flatMap(({ warnings }) => warnings),
  };
}

interface Script extends Omit<BundledScript, 'used'> {
  readonly name: string;
}

async function bundlePage(
  page: PlannedPage,
  plan: BundlePlan,
  tools: ScriptTools,
): Promise<Script | { readonly diagnostics: readonly Diagnostic[] }> {
  const { file, name, react } = page;
  const script = { root: plan.root, name, file, text: react ? reactScript(page) : plainScript(page), borrowed: browserReact(page) };
  const bundled = await bundleScript(script, tools);
  if ('diagnostics' in bundled) return bundled;
  // All imports of the page are sent to every visitor.
  if (bundled.inputs.includes(plan.model.entry.file))
    return { diagnostics: [diagnose('auth-page-server-code', { written: page.written }, { span: page.span })] };
  return { ...bundled, name };
}

// Imported by its path, so that the bundler reads the tsconfig.json that says how its JSX is compiled.
const plainScript = ({ file }: PlannedPage): string =>
  `import * as page from ${JSON.stringify(file)};\nimport { mountAuthPage } from "@service/sdk/auth-ui";\nmountAuthPage(page);\n`;

const reactScript = ({ file }: PlannedPage): string =>
  [
    'import { createElement } from "service:react";',
    'import { hydrateRoot } from "service:react-dom-client";',
    'import { AuthFlowProvider } from "service:ui-auth";',
    'import { mountReactPage } from "@service/sdk/auth-ui";',
    `import page from ${JSON.stringify(file)};`,
    'mountReactPage({ createElement, hydrateRoot, provider: AuthFlowProvider }, page);',
    '',
  ].join('\n');

const browserReact = (page: PlannedPage): Readonly<Record<string, BorrowedModule>> =>
  page.react ? pageReact(page.file, ['react', 'react-dom/client']) : {};

/** Components are printed and taken over by the React that the project has installed, with the hooks of `@service/ui` where it has those. */
export const pageReact = (file: string, modules: readonly string[]): Readonly<Record<string, BorrowedModule>> => ({
  ...borrowReact(
    file,
    modules,
    (module) =>
      `Could not resolve "${module}": a page of auth.ui written as .tsx or .jsx is a component of React. Install react and react-dom, or write the page as .ts with html\`\` of @service/sdk/auth-ui`,
  ),
  'ui-auth': { module: '@service/ui/auth', for: file, otherwise: noProvider },
});

const noProvider = 'export const AuthFlowProvider = undefined;\n';

/** Files of the pages by the module that stands for each. */
export const pageFiles = ({ pages }: Pick<BundlePlan, 'pages'>): Readonly<Record<string, string>> =>
  Object.fromEntries(pages.map(({ file, name }) => [name, file]));
