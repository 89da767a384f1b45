import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { build, type BuildResult, type Plugin } from 'esbuild';
import {
  type BorrowedModule,
  bundlerFindings,
  bundlerWarnings,
  createProjectPlugin,
  isBundlerFailure,
  type SdkCopy,
  sourceCondition,
  withOwnEffects,
} from '../bundler-plugin/index.ts';
import type { BundlePlan, CompileRequest, PlannedPage } from '../compile-types.ts';
import { type Diagnostic, diagnose } from '../diagnostics/index.ts';

interface BundledPages {
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
  const missing = plan.pages.filter(({ file }) => !existsSync(file));
  if (missing.length > 0)
    return {
      diagnostics: missing.map(({ file, span, written }) =>
        diagnose('auth-page-missing', { written, file: relative(plan.root, file).replaceAll('\\', '/') }, { span }),
      ),
    };
  const scripts = await Promise.all(plan.pages.map((page) => bundleScript(page, plan, { request, sdk })));
  const refused = scripts.flatMap((script) => ('diagnostics' in script ? script.diagnostics : []));
  if (refused.length > 0) return { diagnostics: refused };
  const made = scripts.flatMap((script) => ('text' in script ? [script] : []));
  return {
    generated: Object.fromEntries(made.map(({ name, text }) => [`${name}-script`, `export default ${JSON.stringify(text)};\n`])),
    inputs: made.flatMap(({ inputs }) => inputs),
    warnings: made.flatMap(({ warnings }) => warnings),
  };
}

interface Script {
  readonly name: string;
  readonly text: string;
  readonly inputs: readonly string[];
  readonly warnings: readonly Diagnostic[];
}

interface Given {
  readonly request: CompileRequest;
  readonly sdk: SdkCopy;
}

async function bundleScript(
  page: PlannedPage,
  plan: BundlePlan,
  given: Given,
): Promise<Script | { readonly diagnostics: readonly Diagnostic[] }> {
  try {
    const { dropped, result } = await withOwnEffects({ root: plan.root, entry: page.file }, (keep) =>
      runBundler(page, plan.root, { ...given, keep }),
    );
    if (dropped.length > 0) return { diagnostics: dropped };
    const { metafile, outputFiles, warnings } = result;
    const inputs = Object.keys(metafile.inputs)
      .filter((path) => !path.startsWith('service-generated:'))
      .map((path) => resolve(plan.root, path));
    // All imports of the page are sent to every visitor.
    if (inputs.includes(plan.model.entry.file))
      return { diagnostics: [diagnose('auth-page-server-code', { written: page.written }, { span: page.span })] };
    return { name: page.name, text: insideElement(outputFiles[0]?.text ?? ''), inputs, warnings: bundlerWarnings(plan.root, warnings) };
  } catch (error) {
    if (isBundlerFailure(error)) return { diagnostics: bundlerFindings(plan.root, error.errors) };
    throw error;
  }
}

function runBundler(
  page: PlannedPage,
  root: string,
  { keep, request, sdk }: Given & { readonly keep: readonly Plugin[] },
): Promise<BuildResult<{ readonly metafile: true; readonly write: false }>> {
  return build({
    entryPoints: ['service:script'],
    absWorkingDir: root,
    outfile: `${root}/${page.name}.js`,
    write: false,
    bundle: true,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    minify: request.build.minify ?? true,
    charset: 'utf8',
    legalComments: 'none',
    metafile: true,
    logLevel: 'silent',
    conditions: [sourceCondition, 'browser'],
    // Browsers have no environment, and React asks for this variable.
    define: { 'process.env.NODE_ENV': '"production"', ...request.build.define },
    plugins: [
      ...keep,
      createProjectPlugin({
        sdk,
        generated: { script: page.react ? reactScript(page) : plainScript(page) },
        aliases: {},
        borrowed: browserReact(page),
        edits: [],
      }),
    ],
  });
}

/**
 * As the content of a script element: `</script` would end it, and after `<!--` the next `<script` would keep it from ending. The bundler
 * prints both only within strings and patterns, where an escape stands for the same.
 */
const insideElement = (text: string): string => text.replaceAll(/<(?=!--|\/script)/gi, '\\x3c');

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
  page.react ? borrowReact(page.file, ['react', 'react-dom/client']) : {};

/** Components are printed and taken over by the React that the project has installed, with the hooks of `@service/ui` where it has those. */
export function borrowReact(file: string, modules: readonly string[]): Readonly<Record<string, BorrowedModule>> {
  const react = modules.map((module) => {
    const missing = `Could not resolve "${module}": a page of auth.ui written as .tsx or .jsx is a component of React. Install react and react-dom, or write the page as .ts with html\`\` of @service/sdk/auth-ui`;
    return [module.replace('/', '-'), { module, for: file, missing }] as const;
  });
  return { ...Object.fromEntries(react), 'ui-auth': { module: '@service/ui/auth', for: file, otherwise: noProvider } };
}

const noProvider = 'export const AuthFlowProvider = undefined;\n';

/** Files of the pages by the module that stands for each. */
export const pageFiles = ({ pages }: Pick<BundlePlan, 'pages'>): Readonly<Record<string, string>> =>
  Object.fromEntries(pages.map(({ file, name }) => [name, file]));
