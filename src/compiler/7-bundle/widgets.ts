import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { sha256Text } from '@service/sdk/internal';
import { isJsonObject, type JsonObject } from '@service/sdk/model';
import { valueExpression } from '../../escape/javascript.ts';
import { type BorrowedModule, createSdkTest, type SdkCopy } from '../bundler-plugin/index.ts';
import type { BundlePlan, CompileRequest, MadeWidget, PlannedWidget } from '../compile-types.ts';
import { type Diagnostic, diagnose } from '../diagnostics/index.ts';
import type { BundledPages } from './auth-pages.ts';
import { borrowReact, type BundledScript, bundleScript, type ScriptTools } from './browser-script.ts';
import { markdownToHtml } from './markdown.ts';
import { widgetDocument } from './widget-document.ts';
import { placesIn } from './widget-places.ts';
import { policyOf } from './widget-policy.ts';

type Failed = { readonly diagnostics: readonly Diagnostic[] };

interface BundledWidgets extends BundledPages {
  readonly made: readonly MadeWidget[];
}

/** Makes one document of each widget, before the server that holds it is bundled. */
export async function bundleWidgets(plan: BundlePlan, request: CompileRequest, sdk: SdkCopy): Promise<BundledWidgets | Failed> {
  const results = await Promise.all(plan.widgets.map((widget) => makeWidget(widget, plan, { request, sdk })));
  const diagnostics = results.flatMap((result) => ('diagnostics' in result ? result.diagnostics : []));
  if (diagnostics.length > 0) return { diagnostics };
  const made = results.flatMap((result) => ('built' in result ? [result] : []));
  return {
    made,
    generated: Object.fromEntries(made.map(({ built, name }) => [name, `export default ${valueExpression(built)};\n`])),
    inputs: made.flatMap(({ inputs }) => inputs),
    warnings: made.flatMap(({ warnings }) => warnings),
  };
}

async function makeWidget(widget: PlannedWidget, plan: BundlePlan, tools: ScriptTools): Promise<MadeWidget | Failed> {
  const { name, template, tool, ui } = widget;
  const isText = template.kind === 'html' || template.kind === 'markdown';
  const file = 'file' in template ? template.file : plan.model.entry.file;
  const borrowed = template.kind === 'react' ? widgetReact(file) : {};
  const script = await bundleScript({ root: plan.root, name, file, text: scriptOf(widget), borrowed, isWidget: true }, tools);
  if ('diagnostics' in script) return script;
  const foreign = serverCode(script, plan, tools.sdk);
  if (foreign !== undefined && 'written' in template)
    return { diagnostics: [diagnose('widget-server-code', { written: template.written, file: foreign }, { span: widget.span })] };
  const written = 'text' in template ? template.text : isText ? await readFile(file, 'utf8') : '';
  const body = template.kind === 'markdown' ? markdownToHtml(written) : written;
  const html = widgetDocument({ title: tool, script: script.text, style: script.style, body, isOwnPage: template.kind === 'html' });
  const large = largeWidget(widget, html, [...script.sizes, ['its template', Buffer.byteLength(body)]]);
  const inputs = [...script.inputs, ...(isText && 'file' in template ? [file] : [])];
  const { csp, warnings } = await policyOf(widget, { root: plan.root, markup: isText ? body : '', files: script.used, sdk: tools.sdk });
  const shown = { root: plan.root, html, script, page: isText && 'file' in template ? template.file : undefined };
  return {
    name,
    tool,
    built: { html, hash: (await sha256Text(html + JSON.stringify(ui))).slice(0, 12), csp },
    inputs,
    warnings: [...script.warnings, ...warnings, ...large],
    placeOf: placesIn(shown),
    again: () => makeWidget(widget, plan, tools),
  };
}

/** A host was seen to load 705 kB; nothing is known of more. */
const largeBytes = 1_000_000;
const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

function largeWidget({ span, tool }: PlannedWidget, html: string, parts: BundledScript['sizes']): readonly Diagnostic[] {
  const bytes = Buffer.byteLength(html);
  if (bytes <= largeBytes) return [];
  const [name, size] = parts.reduce((largest, part) => (part[1] > largest[1] ? part : largest), ['its script', 0]);
  return [diagnose('widget-large', { tool, size: megabytes(bytes), largest: `${name} (${megabytes(size)})` }, { span })];
}

/** What mounts the template; its settings are data. */
function scriptOf({ template, tool, ui, unwrap }: PlannedWidget): string {
  const { autoResize, contentSecurity, maxHeight, minHeight, preferredHeight } = ui;
  const data = JSON.stringify({ name: tool, unwrap, autoResize, contentSecurity, maxHeight, minHeight, preferredHeight });
  const parts = partsOf(ui);
  const settings = `{ ...${data}, parts: [${parts.map((part) => `${part}()`).join(', ')}] }`;
  const lines = (mount: string, imports: readonly string[], template: string): string =>
    [`import { ${[mount, ...parts].join(', ')} } from "@service/sdk/widget";`, ...imports, `${mount}(${settings}${template});`, ''].join(
      '\n',
    );
  if (!('file' in template) || template.kind === 'html' || template.kind === 'markdown') return lines('mountPage', [], '');
  const own = `import template from ${JSON.stringify(template.file)};`;
  if (template.kind === 'function') return lines('mountTemplate', [own], ', template');
  const react = [
    'import { Component, createElement } from "service:react";',
    'import { createRoot } from "service:react-dom-client";',
    'import { WidgetProvider as provider } from "service:ui-widget";',
  ];
  return lines('mountReact', [...react, own], ', { Component, createElement, createRoot, provider }, template');
}

/** Parts of the bridge that the declaration asks for. */
function partsOf({ openai, widgetCapabilities }: JsonObject): readonly string[] {
  const givesTools = isJsonObject(widgetCapabilities) && widgetCapabilities['toolListChanged'] === true;
  return [...(openai === true ? ['openaiDialect'] : []), ...(givesTools ? ['viewTools'] : [])];
}

/** The project's own React, with the hooks of `@service/ui` where it has those. */
const widgetReact = (file: string): Readonly<Record<string, BorrowedModule>> => ({
  ...borrowReact(
    file,
    ['react', 'react-dom/client'],
    (module) =>
      `Could not resolve "${module}": a widget written as .tsx or .jsx is a component of React. Install react and react-dom, or write the widget as .ts with a function that returns HTML`,
  ),
  'ui-widget': { module: '@service/ui/widget/react', for: file, otherwise: 'export const WidgetProvider = undefined;\n' },
});

/** Folders of the SDK that are made for browsers. */
const forBrowsers = ['widget', 'std'];

/** The first file of a widget that belongs to the server: one that declares something, or the SDK that servers are made of. */
function serverCode({ used }: Pick<BundledScript, 'used'>, { model, root }: BundlePlan, sdk: SdkCopy): string | undefined {
  const isSdk = createSdkTest(sdk);
  const declaring = new Set([model.entry.file, ...Object.values(model.spans).map(({ file }) => join(root, file))]);
  const ofServers = (file: string): boolean =>
    isSdk(file) && !forBrowsers.some((folder) => file.startsWith(join(sdk.runtime.folder, folder) + sep));
  // The author's own file says more than what it imports.
  const found = used.find((file) => declaring.has(file)) ?? used.find(ofServers);
  if (found === undefined) return undefined;
  return isSdk(found) ? `@service/sdk (${relative(sdk.runtime.folder, found)})` : relative(root, found).replaceAll('\\', '/');
}
