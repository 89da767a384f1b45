import { ts } from 'ts-morph';
import { calledName } from './known-locations.ts';

/** What a page loads from an address: data, something to show or to run, or another page. */
export type AddressUse = 'connect' | 'resource' | 'frame';

/** An address that a module names. */
export interface WebAddress {
  readonly use: AddressUse;
  /** `https://api.example`; undefined where the code alone does not say it. */
  readonly origin: string | undefined;
  readonly start: number;
  readonly end: number;
}

const connecting = new Set(['fetch', 'WebSocket', 'EventSource', 'Request', 'sendBeacon']);
const loading = new Set(['src', 'poster', 'srcSet']);

/** Addresses that a module gives to functions of the browser, to elements of JSX, and to elements and styles in its texts. */
export function readWebAddresses(file: string, text: string): readonly WebAddress[] {
  const module = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const found: WebAddress[] = [];
  const constants = new Map<string, ts.Expression>();
  const note = (use: AddressUse, node: ts.Expression): void => {
    const known = beginningOf(node, constants);
    if (known !== undefined && /^(?:data|blob|#)/.test(known)) return;
    found.push({ use, origin: known === undefined ? undefined : originOf(known), start: node.getStart(), end: node.getEnd() });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer !== undefined && isConstant(node))
      constants.set(node.name.text, node.initializer);
    if ((ts.isCallExpression(node) || ts.isNewExpression(node)) && node.arguments?.[0] !== undefined)
      if (connecting.has(calledName(node) ?? '')) note('connect', node.arguments[0]);
    if (ts.isJsxAttribute(node) && node.initializer !== undefined) noteAttribute(node, note);
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node))
      found.push(...markupAddresses(node.text).map((address) => ({ ...address, start: node.getStart(), end: node.getEnd() })));
    ts.forEachChild(node, visit);
  };
  visit(module);
  return found;
}

const isConstant = ({ parent }: ts.VariableDeclaration): boolean =>
  ts.isVariableDeclarationList(parent) && (parent.flags & ts.NodeFlags.Const) !== 0;

function noteAttribute(node: ts.JsxAttribute, note: (use: AddressUse, node: ts.Expression) => void): void {
  const { initializer, name, parent } = node;
  const element = parent.parent.tagName.getText();
  // A component of the author's own decides by itself what becomes of its props.
  if (!loading.has(name.getText()) || !/^[a-z]/.test(element) || initializer === undefined) return;
  const value = ts.isJsxExpression(initializer) ? initializer.expression : initializer;
  if (value !== undefined && ts.isExpression(value)) note(element === 'iframe' ? 'frame' : 'resource', value);
}

/** What an expression begins with, as far as the code says it. */
function beginningOf(node: ts.Expression, constants: ReadonlyMap<string, ts.Expression>): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    if (node.head.text !== '') return whole(node.head.text);
    const [first] = node.templateSpans;
    return first === undefined ? undefined : beginningOf(first.expression, constants);
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const left = beginningOf(node.left, constants);
    return left === undefined || ts.isIdentifier(node.left) ? left : whole(left);
  }
  if (ts.isNewExpression(node) && calledName(node) === 'URL')
    return node.arguments?.[0] === undefined ? undefined : beginningOf(node.arguments[1] ?? node.arguments[0], constants);
  const constant = ts.isIdentifier(node) ? constants.get(node.text) : undefined;
  return constant === undefined || constant === node ? undefined : beginningOf(constant, new Map());
}

/** The host of `https://${name}.example` is not known by its beginning. */
const whole = (text: string): string | undefined => (/^[a-z]+:\/\/[^/]*$/i.test(text) && !/:\d+$/.test(text) ? undefined : text);

function originOf(address: string): string | undefined {
  if (!/^(?:https?|wss?):\/\/./i.test(address) || !URL.canParse(address)) return undefined;
  const { host, protocol } = new URL(address);
  return `${protocol}//${host}`;
}

const elements =
  /<(img|video|audio|source|script|link|iframe|track|embed)\b[^>]*?\s(?:src|href|poster)\s*=\s*["']?([a-z]+:\/\/[^"'\s>]+)/gi;
const styles = /(?:url\(|@import)\s*["']?([a-z]+:\/\/[^"')\s]+)/gi;

/** Literal addresses in HTML and CSS. */
export function markupAddresses(text: string): readonly Pick<WebAddress, 'use' | 'origin'>[] {
  const named = [...text.matchAll(elements)].map(([, element = '', address = '']) => ({
    use: element.toLowerCase() === 'iframe' ? ('frame' as const) : ('resource' as const),
    origin: originOf(address),
  }));
  const styled = [...text.matchAll(styles)].map(([, address = '']) => ({ use: 'resource' as const, origin: originOf(address) }));
  return [...named, ...styled].filter(({ origin }) => origin !== undefined);
}
