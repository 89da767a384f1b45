import { createRequire } from 'node:module';
import { dirname, join, normalize, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ts } from 'ts-morph';

/** A value that the text of a module decides: where a file is, or a piece of a path. */
export type KnownValue =
  /** `object` of a URL: it is one, not its text. */
  | { readonly kind: 'url'; readonly value: string; readonly object?: true }
  | { readonly kind: 'path'; readonly value: string }
  | { readonly kind: 'text'; readonly value: string }
  /** A known beginning with unknown parts after it: `./sql/${name}.sql`. */
  | { readonly kind: 'pattern'; readonly parts: readonly string[] };

export interface ModuleBindings {
  /** Initialisers of names that the module declares once; undefined for a name that is declared another way or more than once. */
  readonly initialisers: ReadonlyMap<string, ts.Expression | undefined>;
}

/** Every name that a module declares, at whatever depth. */
export function readBindings(module: ts.SourceFile): ModuleBindings {
  const initialisers = new Map<string, ts.Expression | undefined>();
  const declare = (name: ts.BindingName | ts.Identifier | undefined, initialiser?: ts.Expression): void => {
    if (name === undefined) return;
    if (ts.isIdentifier(name)) initialisers.set(name.text, initialisers.has(name.text) ? undefined : initialiser);
    else for (const element of name.elements) if (ts.isBindingElement(element)) declare(element.name);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node)) declare(node.name, node.initializer);
    else if (ts.isParameter(node)) declare(node.name);
    else if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) declare(node.name);
    else if (ts.isImportClause(node) || ts.isNamespaceImport(node) || ts.isImportSpecifier(node)) declare(node.name);
    ts.forEachChild(node, visit);
  };
  visit(module);
  return { initialisers };
}

/** Computes file locations from `import.meta.url`, `__dirname` and what Node's `path` and `url` make of them. */
export class LocationReader {
  readonly #file: string;
  readonly #bindings: ModuleBindings;
  readonly #open = new Set<string>();

  constructor(file: string, bindings: ModuleBindings) {
    this.#file = file;
    this.#bindings = bindings;
  }

  read(node: ts.Expression): KnownValue | undefined {
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isNonNullExpression(node)) return this.read(node.expression);
    if (ts.isStringLiteralLike(node)) return { kind: 'text', value: node.text };
    if (ts.isIdentifier(node)) return this.#readName(node.text);
    if (ts.isPropertyAccessExpression(node)) return this.#readMember(node);
    if (ts.isNewExpression(node)) return this.#readUrl(node);
    if (ts.isCallExpression(node)) return this.#readCall(node);
    if (ts.isTemplateExpression(node)) return this.#readTemplate(node);
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
      return concatenate([this.read(node.left), this.read(node.right)]);
    return undefined;
  }

  isDeclared(name: string): boolean {
    return this.#bindings.initialisers.has(name);
  }

  #readName(name: string): KnownValue | undefined {
    if (!this.isDeclared(name)) {
      if (name === '__filename') return { kind: 'path', value: this.#file };
      return name === '__dirname' ? { kind: 'path', value: dirname(this.#file) } : undefined;
    }
    const initialiser = this.#bindings.initialisers.get(name);
    if (initialiser === undefined || this.#open.has(name)) return undefined;
    this.#open.add(name);
    const value = this.read(initialiser);
    this.#open.delete(name);
    return value;
  }

  #readMember(node: ts.PropertyAccessExpression): KnownValue | undefined {
    const member = node.name.text;
    if (isImportMeta(node.expression)) {
      if (member === 'url') return { kind: 'url', value: pathToFileURL(this.#file).href };
      if (member === 'filename') return { kind: 'path', value: this.#file };
      return member === 'dirname' ? { kind: 'path', value: dirname(this.#file) } : undefined;
    }
    if (member !== 'href' && member !== 'pathname') return undefined;
    const url = this.read(node.expression);
    if (url?.kind !== 'url') return undefined;
    return member === 'href' ? { kind: 'url', value: url.value } : { kind: 'path', value: fileURLToPath(url.value) };
  }

  #readUrl({ expression, arguments: given }: ts.NewExpression): KnownValue | undefined {
    const [relative, base] = given ?? [];
    if (!ts.isIdentifier(expression) || expression.text !== 'URL' || relative === undefined || base === undefined) return undefined;
    const from = this.read(base);
    if (from?.kind !== 'url') return undefined;
    const to = this.read(relative);
    if (to === undefined) return { kind: 'pattern', parts: [fileURLToPath(new URL('.', from.value)), ''] };
    if (to.kind === 'text') return urlOf(to.value, from.value, true);
    if (to.kind !== 'pattern') return undefined;
    const [head = '', ...rest] = to.parts;
    return { kind: 'pattern', parts: [join(fileURLToPath(new URL('.', from.value)), head), ...rest] };
  }

  #readCall(node: ts.CallExpression): KnownValue | undefined {
    const name = calledName(node);
    const [first, ...others] = node.arguments;
    if (name === undefined || first === undefined) return undefined;
    if (name === 'resolve' && isResolveOfModules(node.expression)) return this.#readResolve(node.expression, first);
    const value = ts.isSpreadElement(first) ? undefined : this.read(first);
    if (value?.kind === 'url' && (name === 'fileURLToPath' || name === 'String'))
      return name === 'String' ? { kind: 'url', value: value.value } : { kind: 'path', value: fileURLToPath(value.value) };
    if (value?.kind !== 'path') return undefined;
    if (name === 'pathToFileURL') return { kind: 'url', value: pathToFileURL(value.value).href, object: true };
    if (name === 'dirname') return { kind: 'path', value: dirname(value.value) };
    if (name === 'normalize' || name === 'realpathSync') return { kind: 'path', value: normalize(value.value) };
    if (name !== 'join' && name !== 'resolve') return undefined;
    let path = value.value;
    for (const [index, other] of others.entries()) {
      const piece = ts.isSpreadElement(other) ? undefined : this.read(other);
      if (piece?.kind === 'pattern') return { kind: 'pattern', parts: [join(path, piece.parts[0] ?? ''), ...piece.parts.slice(1)] };
      if (piece?.kind !== 'text') return { kind: 'pattern', parts: [join(path, '/'), ...others.slice(index + 1).map(() => ''), ''] };
      path = name === 'join' ? join(path, piece.value) : resolve(path, piece.value);
    }
    return { kind: 'path', value: path };
  }

  /** `require.resolve('x')` is a path, `import.meta.resolve('x')` a URL. */
  #readResolve(callee: ts.Expression, argument: ts.Expression): KnownValue | undefined {
    const text = this.read(argument);
    if (text?.kind !== 'text') return undefined;
    const isUrl = ts.isPropertyAccessExpression(callee) && isImportMeta(callee.expression);
    const url = pathToFileURL(this.#file).href;
    if (/^\.{0,2}\//.test(text.value)) {
      const found = urlOf(text.value, url);
      return found?.kind === 'url' && !isUrl ? { kind: 'path', value: resolveFile(this.#file, text.value) } : found;
    }
    try {
      const path = createRequire(this.#file).resolve(text.value);
      if (!/^(\/|[a-zA-Z]:\\)/.test(path)) return undefined;
      return isUrl ? { kind: 'url', value: pathToFileURL(path).href } : { kind: 'path', value: path };
    } catch {
      return undefined;
    }
  }

  #readTemplate({ head, templateSpans }: ts.TemplateExpression): KnownValue | undefined {
    return concatenate([
      { kind: 'text', value: head.text },
      ...templateSpans.flatMap(({ expression, literal }) => [this.read(expression), { kind: 'text', value: literal.text } as const]),
    ]);
  }
}

/** `import.meta`. */
export const isImportMeta = (node: ts.Node): boolean => ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.ImportKeyword;

/** The last name of what is called: `join` of `path.join(…)`. */
export function calledName({ expression }: ts.CallExpression | ts.NewExpression): string | undefined {
  if (ts.isIdentifier(expression)) return expression.text;
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : undefined;
}

function isResolveOfModules(callee: ts.Expression): boolean {
  if (!ts.isPropertyAccessExpression(callee)) return false;
  return isImportMeta(callee.expression) || (ts.isIdentifier(callee.expression) && /^_*require\d*$/.test(callee.expression.text));
}

const resolveFile = (from: string, relative: string): string => {
  try {
    return createRequire(from).resolve(relative);
  } catch {
    return resolve(dirname(from), relative);
  }
};

function urlOf(relative: string, base: string, isObject = false): KnownValue | undefined {
  if (!URL.canParse(relative, base)) return undefined;
  const url = new URL(relative, base);
  if (url.protocol !== 'file:' || url.host !== '') return undefined;
  return { kind: 'url', value: `file://${url.pathname}`, ...(isObject ? { object: true } : {}) };
}

/** Joins texts and paths; an unknown one leaves a gap. */
function concatenate(pieces: readonly (KnownValue | undefined)[]): KnownValue | undefined {
  const parts = [''];
  let kind: 'text' | 'path' = 'text';
  for (const [index, piece] of pieces.entries()) {
    if (piece?.kind === 'path' && index <= 1 && parts.join('') === '') kind = 'path';
    if (piece === undefined || piece.kind === 'url') parts.push('');
    else if (piece.kind === 'pattern') parts.push((parts.pop() ?? '') + (piece.parts[0] ?? ''), ...piece.parts.slice(1));
    else parts.push((parts.pop() ?? '') + piece.value);
  }
  const [only = ''] = parts;
  if (parts.length === 1) return kind === 'path' ? { kind, value: normalize(only) } : { kind, value: only };
  return { kind: 'pattern', parts };
}
