/** Common media types of resources and skill files, by the ending of their path. */
const byEnding: Readonly<Record<string, string>> = {
  md: 'text/markdown',
  txt: 'text/plain',
  html: 'text/html',
  css: 'text/css',
  csv: 'text/csv',
  js: 'text/javascript',
  mjs: 'text/javascript',
  ts: 'text/typescript',
  py: 'text/x-python',
  sh: 'application/x-sh',
  json: 'application/json',
  xml: 'application/xml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  pdf: 'application/pdf',
};

/** Media type by the ending of a URI or a path; `undefined` for an unknown ending. */
export function mediaTypeOf(path: string): string | undefined {
  const ending = /\.([A-Za-z0-9]{1,8})$/.exec(path.split(/[?#]/, 1)[0] ?? '')?.[1]?.toLowerCase();
  return ending !== undefined && Object.hasOwn(byEnding, ending) ? byEnding[ending] : undefined;
}
