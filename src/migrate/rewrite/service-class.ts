import { ts } from 'ts-morph';
import { singleQuoted } from '../../escape/javascript.ts';
import { findInNew } from './find-call.ts';
import { parseText } from '../read/source-module.ts';
import type { TracedServer } from '../trace/traced.ts';
import type { MigratedEntry } from './declared.ts';
import { type FlatModule, type FlatStatement, parseFlat } from './flat-module.ts';
import { constantsOf, keyOf, objectOf, propertyOf, resolveConstant, type Constants } from './objects.ts';

const lists = [
  ['tool', 'tools'],
  ['resource', 'resources'],
  ['prompt', 'prompts'],
] as const;

/** The class that lists every entry, with the arguments of `new McpServer(info, options)`. */
export function serviceClass(
  module: FlatModule,
  server: TracedServer,
  parts: { readonly entries: readonly MigratedEntry[]; readonly version: string },
): FlatStatement {
  const parsed = parseFlat(module);
  const construction = findInNew(
    parsed.map(({ node }) => node),
    module.source.tree,
    server.construction,
  );
  const [info, options] = construction?.arguments ?? [];
  const constants = constantsOf(parsed.map(({ node }) => node));
  const object = options === undefined ? undefined : objectOf(constants, options);
  const instructions = object === undefined ? undefined : propertyOf(object, 'instructions');
  const lines = [
    `info: ${infoText(info === undefined ? undefined : objectOf(constants, info), constants, parts.version)}`,
    ...(instructions === undefined ? [] : [`instructions: ${instructions.getText()}`]),
    ...lists.flatMap(([kind, list]) => {
      const symbols = parts.entries.filter((entry) => entry.kind === kind).map(({ symbol }) => symbol);
      return symbols.length === 0 ? [] : [`${list}: [${symbols.join(', ')}]`];
    }),
  ];
  const text = `@Service({\n${lines.map((line) => `  ${line},`).join('\n')}\n})\nexport class Server {}`;
  return { text, origin: -1, fromFunction: false, role: 'service' };
}

/** A build must know name and version; a version that the source computes is the one of its package. */
function infoText(info: ts.ObjectLiteralExpression | undefined, constants: Constants, version: string): string {
  if (info === undefined) return `{ name: 'server', version: ${singleQuoted(version)} }`;
  const parts = info.properties.flatMap((property) => {
    const value = ts.isPropertyAssignment(property)
      ? property.initializer
      : ts.isShorthandPropertyAssignment(property)
        ? property.name
        : undefined;
    const isVersion = property.name !== undefined && keyOf(property.name) === 'version';
    const isKnown = value !== undefined && ts.isStringLiteralLike(resolveConstant(constants, value));
    // Icons with relative addresses are left out: a client has no page to resolve them against.
    if (property.name !== undefined && keyOf(property.name) === 'icons' && hasRelativeSource(property)) return [];
    return [isVersion && !isKnown ? `version: ${singleQuoted(version)}` : property.getText()];
  });
  return `{ ${parts.join(', ')} }`;
}

/** Whether an icon in it begins its `src` otherwise than with the scheme of an address. */
function hasRelativeSource(node: ts.Node): boolean {
  if (ts.isPropertyAssignment(node) && keyOf(node.name) === 'src') {
    const { initializer } = node;
    const begin = ts.isTemplateExpression(initializer) ? initializer.head : initializer;
    return ts.isLiteralExpression(begin) || ts.isTemplateHead(begin)
      ? !['http:', 'https:', 'data:'].some((scheme) => begin.text.startsWith(scheme))
      : false;
  }
  return ts.forEachChild(node, (child) => hasRelativeSource(child) || undefined) === true;
}

/** A plugin whose `onStart` runs the statements that the original ran before it served. */
export const startupPlugin = (start: readonly string[]): string =>
  [
    '/** Runs once, before the server answers. */',
    'async function start() {',
    ...start.map((line) => `  ${line.includes('`') ? line : line.replaceAll('\n', '\n  ')}`),
    '}',
    '',
    "@Plugin({ name: 'startup' })",
    'class Startup extends DynamicPlugin {',
    '  onStart() {',
    '    return start();',
    '  }',
    '}',
  ].join('\n');

/** The class that `serviceClass` printed, with that plugin among its options. */
export function withStartup(service: string): string {
  const options = firstObject(parseText('service.ts', service));
  if (options === undefined) throw new Error('the class of the server has no options');
  const at = options.properties.end;
  return `${service.slice(0, at)}\n  plugins: [Startup],${service.slice(at)}`;
}

const firstObject = (node: ts.Node): ts.ObjectLiteralExpression | undefined =>
  ts.isObjectLiteralExpression(node) ? node : ts.forEachChild(node, firstObject);
