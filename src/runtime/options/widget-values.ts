import { isRecord } from '../std/index.ts';

const ownFile = 'give it a file of its own, and name that: template: { file: "./forecast.widget.tsx" }';

/** `ui.template` of a tool. */
export function widgetTemplateProblem(template: unknown): string | undefined {
  if (typeof template === 'function' || (isRecord(template) && '$$typeof' in template))
    return `a function or component of this module would take the code of the server to the browser; ${ownFile}`;
  if (typeof template === 'string') return template.trim() === '' ? 'must not be empty' : undefined;
  if (!isRecord(template) || Object.keys(template).join() !== 'file') return 'expected HTML, Markdown or { file }';
  const { file } = template;
  return typeof file === 'string' && /\.(?:[jt]sx?|html|md)$/.test(file)
    ? undefined
    : 'the file of a widget ends in .tsx, .jsx, .ts, .js, .html or .md';
}

/** `ui.visibility` of a tool. */
export const widgetVisibilityProblem = (who: unknown): string | undefined =>
  Array.isArray(who) && who.length > 0 && who.every((one) => one === 'model' || one === 'app')
    ? undefined
    : "expected a list of 'model', 'app' or both";

/** `ui.resourceUri` of a tool; the build adds the hash of the widget as its query. */
export const widgetUriProblem = (uri: string): string | undefined =>
  /^ui:\/\/[^\s?#]+$/.test(uri) ? undefined : 'must begin with ui://, without a query';
