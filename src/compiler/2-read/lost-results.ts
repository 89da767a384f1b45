import { ts } from 'ts-morph';
import { type Diagnostic, diagnose } from '../diagnostics/index.ts';
import type { Declaration } from '../model/declarations.ts';
import type { Span } from '../model/span.ts';
import { optionsCallOf } from './read-declaration.ts';
import { type Reading, spanOf } from './reading.ts';

const resultKinds: ReadonlySet<string> = new Set(['tool', 'resource', 'resource-template', 'prompt']);

/** Built-in classes whose instances JSON writes without what they hold. */
const lostClasses: ReadonlySet<string> = new Set([
  'Map', 'ReadonlyMap', 'Set', 'ReadonlySet', 'WeakMap', 'WeakSet', 'Error', 'RegExp', 'Response', 'Request', 'Headers',
  'URLSearchParams', 'FormData', 'Blob', 'File', 'ReadableStream', 'ArrayBuffer', 'SharedArrayBuffer', 'DataView', 'Buffer',
  'Uint8Array', 'Uint8ClampedArray', 'Int8Array', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array', 'Float32Array',
  'Float64Array', 'BigInt64Array', 'BigUint64Array', 'Iterator', 'Generator', 'AsyncGenerator', 'MapIterator', 'SetIterator',
  'IterableIterator',
]); // prettier-ignore

/** A part of a result that does not arrive. */
interface Lost {
  readonly kind: string;
  readonly path: string;
  /** Where the member is written, if in a file of the project. */
  readonly written: ts.Node | undefined;
}

/**
 * Entries without output schema whose types show that a part of the result is nothing that JSON has. Types of packages are not looked into:
 * what they declare as a member may be a getter or a method, which no result has.
 */
export function lostResults(reading: Reading): readonly Diagnostic[] {
  return [...reading.declarations.values()].flatMap((declaration) => {
    const handler = resultKinds.has(declaration.kind) && !hasOutputSchema(declaration) ? handlerOf(reading, declaration) : undefined;
    const signature = handler?.type.getCallSignatures()[0];
    if (handler === undefined || signature === undefined) return [];
    const returned = reading.checker.getReturnTypeOfSignature(signature);
    const type = reading.checker.getAwaitedType(returned) ?? returned;
    const lost = new TypeWalk(reading, { bytes: declaration.kind.startsWith('resource') }).find(type);
    if (lost === undefined) return [];
    const { kind, path, written } = lost;
    const entry = declaration.kind === 'resource-template' ? 'resource template' : declaration.kind;
    const span = written === undefined ? spanOfReturn(reading, signature, declaration) : spanOf(reading, written);
    return [diagnose('result-not-json', { kind: entry, name: declaration.name, lost: kind, path }, { span })];
  });
}

function hasOutputSchema({ kind, options }: Declaration): boolean {
  if (kind !== 'tool') return false;
  return options.kind !== 'object' || !options.complete || options.properties.some(({ name }) => name === 'outputSchema');
}

function handlerOf(reading: Reading, declaration: Declaration): { readonly type: ts.Type } | undefined {
  const node = reading.nodes.get(declaration.id);
  const { checker } = reading;
  if (node === undefined || optionsCallOf(reading, declaration) === undefined) return undefined;
  if (ts.isCallExpression(node)) return node.arguments[0] && { type: checker.getTypeAtLocation(node.arguments[0]) };
  const execute = checker.getTypeAtLocation(node.name ?? node).getProperty('execute');
  return execute && { type: checker.getTypeOfSymbolAtLocation(execute, node) };
}

function spanOfReturn(reading: Reading, signature: ts.Signature, declaration: Declaration): Span {
  const written = signature.declaration;
  if (written === undefined || !reading.ownFiles.includes(written.getSourceFile())) return declaration.span;
  return spanOf(reading, ('type' in written ? written.type : undefined) ?? ('name' in written ? written.name : undefined) ?? written);
}

const maxDepth = 8;

class TypeWalk {
  readonly #reading: Reading;
  /** The bytes of a resource are its content. */
  readonly #bytes: boolean;
  readonly #seen = new Set<ts.Type>();

  constructor(reading: Reading, { bytes }: { readonly bytes: boolean }) {
    this.#reading = reading;
    this.#bytes = bytes;
  }

  find(type: ts.Type, at: Omit<Lost, 'kind'> = { path: '', written: undefined }, depth = 0): Lost | undefined {
    if (depth > maxDepth || this.#seen.has(type)) return undefined;
    this.#seen.add(type);
    const parts = type.isUnionOrIntersection() ? type.types : undefined;
    if (parts !== undefined) return first(parts, (part) => this.find(part, at, depth));
    const kind = this.#kindOf(type, at.path);
    if (kind !== undefined) return { ...at, kind };
    if ((type.flags & ts.TypeFlags.Object) === 0 || type.getProperty('toJSON') !== undefined) return undefined;
    return this.#findWithin(type, at, depth + 1);
  }

  #kindOf(type: ts.Type, path: string): string | undefined {
    if ((type.flags & ts.TypeFlags.BigIntLike) !== 0) return this.#bigintsAreWritten() ? undefined : 'bigint';
    if ((type.flags & ts.TypeFlags.ESSymbolLike) !== 0) return 'symbol';
    if ((type.flags & ts.TypeFlags.Object) === 0) return undefined;
    const name = this.#builtInName(type);
    if (name === 'Buffer' || (name?.endsWith('Array') === true && type.getProperty('buffer') !== undefined))
      return this.#bytes && path === '' ? undefined : name;
    if (type.getProperty('toJSON') !== undefined) return undefined;
    if (this.#reading.checker.getAwaitedType(type) !== type) return 'promise';
    return name;
  }

  /** Whether a prototype may have been given a `toJSON`, with or without its type. */
  #bigintsAreWritten(): boolean {
    return this.#reading.ownFiles.some(({ text }) => text.includes('BigInt.prototype'));
  }

  /** The name of a built-in class that a type is, or extends. */
  #builtInName(type: ts.Type): string | undefined {
    const { symbol } = type;
    if (symbol === undefined) return undefined;
    if (lostClasses.has(symbol.name) && !this.#isOwn(symbol)) return symbol.name;
    const target = (type as ts.TypeReference).target ?? type;
    return target.isClassOrInterface() ? first(this.#reading.checker.getBaseTypes(target), (base) => this.#builtInName(base)) : undefined;
  }

  #isOwn(symbol: ts.Symbol): boolean {
    return symbol.declarations?.some((one) => this.#reading.ownFiles.includes(one.getSourceFile())) === true;
  }

  #findWithin(type: ts.Type, at: Omit<Lost, 'kind'>, depth: number): Lost | undefined {
    const { checker } = this.#reading;
    if (checker.isArrayLikeType(type)) {
      const items = checker.getTypeArguments(type as ts.TypeReference);
      return first(items, (item) => this.find(item, { ...at, path: `${at.path}[]` }, depth));
    }
    return first(checker.getPropertiesOfType(type), (member) => this.#findInMember(member, at, depth));
  }

  #findInMember(member: ts.Symbol, at: Omit<Lost, 'kind'>, depth: number): Lost | undefined {
    const declared = member.valueDeclaration ?? member.declarations?.[0];
    if (declared === undefined || !this.#isOwn(member)) return undefined;
    const path = at.path === '' ? member.name : `${at.path}.${member.name}`;
    const isLiteral = ts.isObjectLiteralExpression(declared.parent);
    const type = this.#reading.checker.getTypeOfSymbolAtLocation(member, declared);
    // A method of a class is on its prototype, where no result looks; one of an object literal is a member.
    if (type.getCallSignatures().length > 0) return isLiteral ? { kind: 'function', path, written: declared } : undefined;
    // A getter of a class too.
    if (ts.isGetAccessor(declared) && !isLiteral) return undefined;
    return this.find(type, { path, written: declared }, depth);
  }
}

function first<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
