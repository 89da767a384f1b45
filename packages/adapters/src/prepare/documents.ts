import { upgradeFromTwoToThree } from '@scalar/openapi-upgrader/2.0-to-3.0';
import { decodePercent, isRecord } from '@service/sdk/internal';
import { isJsonObject, textOfJson, type Json, type JsonObject } from '@service/sdk/model';
import type { PrepareIo } from '@service/sdk/define';
import type { ReferenceResolution } from '../openapi-options.ts';
import { Lines } from './positions.ts';
import { DocumentFault, readDocument, type SourceDocument } from './read-document.ts';
import { checkNetworkReference } from './reference-rules.ts';

/** Documents that one description may consist of. */
const maxDocuments = 500;

/** A reference that leads nowhere, or back to itself. */
export class BrokenReference extends Error {
  readonly ref: string | undefined;

  constructor(message: string, ref?: string) {
    super(message);
    this.ref = ref;
  }
}

/** What a reference leads to, and the reference that names it directly. */
export interface Referenced {
  readonly ref: string;
  readonly value: Json;
}

/** The documents of a description. References between them are `<address>#<pointer>`, those within the first one `#<pointer>`. */
export class Documents {
  readonly #io: PrepareIo;
  readonly #rules: ReferenceResolution;
  readonly #others = new Map<string, SourceDocument>();
  readonly #missing = new Set<string>();
  readonly main: SourceDocument;
  /** Its parts stand elsewhere in the text. */
  readonly #isUpgraded: boolean;
  #lines: Lines | undefined;

  private constructor(main: SourceDocument, io: PrepareIo, rules: ReferenceResolution) {
    const isUpgraded = 'swagger' in main.root;
    const root = isUpgraded ? (upgradeFromTwoToThree(main.root) as unknown as JsonObject) : main.root;
    rewriteReferences(root, main.address, true);
    this.main = { ...main, root };
    this.#isUpgraded = isUpgraded;
    this.#io = io;
    this.#rules = rules;
  }

  /** @throws {DocumentFault} for what is no description of version 2.0, 3.0, 3.1 or 3.2 */
  static open(main: SourceDocument, io: PrepareIo, rules: ReferenceResolution): Documents {
    checkVersion(main);
    return new Documents(main, io, rules);
  }

  /** Reads documents that a reference named since; false when there were none. */
  async readMissing(): Promise<boolean> {
    const wanted = [...this.#missing];
    this.#missing.clear();
    for (const address of wanted) {
      if (this.#others.size >= maxDocuments)
        throw new DocumentFault(`${this.main.address}: more than ${maxDocuments} documents refer to each other`);
      const document = await this.#readOther(address).catch((failure: unknown) => this.#unreadable(address, failure));
      rewriteReferences(document.root, address, false);
      this.#others.set(address, document);
    }
    return wanted.length > 0;
  }

  async #readOther(address: string): Promise<SourceDocument> {
    checkNetworkReference(address, this.#rules);
    return readDocument(await this.#io.read(address, { allowPrivate: this.#rules.allowInternalIPs === true }));
  }

  /** Says which reference wants a document that cannot be read. */
  #unreadable(address: string, failure: unknown): never {
    const steps = findReference(this.main.root, (ref) => ref.split('#')[0] === address);
    if (failure instanceof Error && steps !== undefined) failure.message += `; it is needed by ${this.#pointed(steps)}`;
    throw failure;
  }

  /**
   * What a reference leads to, through references that it meets.
   * @throws {BrokenReference}
   */
  follow(ref: string): Referenced {
    const seen = new Set<string>();
    let [at, value] = [ref, this.#find(ref)];
    while (isJsonObject(value) && typeof value['$ref'] === 'string' && Object.keys(value).length === 1) {
      if (seen.has(at)) throw new BrokenReference(`${at} leads back to itself`, at);
      seen.add(at);
      at = value['$ref'];
      value = this.#find(at);
    }
    return { ref: at, value };
  }

  /** An object that may be a reference instead. @throws {BrokenReference} where neither is one */
  object(node: Json | undefined): JsonObject {
    const ref = isJsonObject(node) ? node['$ref'] : undefined;
    const value = typeof ref === 'string' ? this.follow(ref).value : node;
    if (isJsonObject(value)) return value;
    throw new BrokenReference(
      `${typeof ref === 'string' ? ref : JSON.stringify(node)} is no object`,
      typeof ref === 'string' ? ref : undefined,
    );
  }

  /** The place of a part of the first document, for messages: `openapi.yaml:12`. */
  place(steps: readonly string[]): string {
    this.#lines ??= new Lines(this.main.text);
    return `${this.main.address}${this.#lines.of(steps)}`;
  }

  /** Line and JSON Pointer of a broken reference: in the part that needs it, else anywhere in the first document, else that part. */
  placeOf({ ref: broken }: BrokenReference, part: readonly string[]): string {
    const { root } = this.main;
    const isBroken = (ref: string): boolean => ref === broken;
    const steps = findReference(partOf(root, part), isBroken, part) ?? findReference(root, isBroken) ?? part;
    return this.#pointed(steps.length > part.length && this.#isUpgraded ? part : steps);
  }

  #pointed(steps: readonly string[]): string {
    return `${this.place(steps)}, ${pointerOf(steps)}`;
  }

  #find(ref: string): Json {
    const at = ref.indexOf('#');
    const address = at < 0 ? ref : ref.slice(0, at);
    const document = address === '' ? this.main : this.#others.get(address);
    if (document === undefined) {
      this.#missing.add(address);
      // Only until the document was read: then everything is converted again.
      return {};
    }
    let node: Json | undefined = document.root;
    for (const step of stepsOf(at < 0 ? '' : ref.slice(at + 1), ref)) {
      if (isJsonObject(node) && typeof node['$ref'] === 'string' && !Object.hasOwn(node, step)) node = this.follow(node['$ref']).value;
      node = childOf(node, step);
      if (node === undefined) throw new BrokenReference(`${ref} leads nowhere`, ref);
    }
    return node;
  }
}

function childOf(node: Json | undefined, step: string): Json | undefined {
  if (Array.isArray(node)) return /^\d+$/.test(step) ? node[Number(step)] : undefined;
  return isJsonObject(node) && Object.hasOwn(node, step) ? node[step] : undefined;
}

/** Steps of the fragment of a reference, RFC 6901 section 6. */
function stepsOf(pointer: string, ref: string): readonly string[] {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) throw new BrokenReference(`${ref} is no JSON Pointer`, ref);
  return pointer
    .slice(1)
    .split('/')
    .map((step) => (decodePercent(step) ?? step).replaceAll('~1', '/').replaceAll('~0', '~'));
}

function checkVersion({ address, root }: SourceDocument): void {
  const { openapi, swagger } = root;
  if (/^3\.[0-2](\.|$)/.test(textOfJson(openapi ?? '')) || swagger === '2.0' || swagger === 2) return;
  const found =
    openapi !== undefined
      ? `"openapi" is ${JSON.stringify(openapi)}`
      : swagger !== undefined
        ? `"swagger" is ${JSON.stringify(swagger)}`
        : 'it has neither "openapi" nor "swagger"';
  throw new DocumentFault(`${address}: no OpenAPI description: ${found}. Give a document with "openapi" 3.0, 3.1 or 3.2, or "swagger" 2.0`);
}

/** Makes references independent of the document that they stand in. */
function rewriteReferences(root: JsonObject, address: string, isMain: boolean): void {
  const open: unknown[] = [root];
  const seen = new Set<unknown>();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (Array.isArray(node)) open.push(...(node as readonly unknown[]).filter(isObject));
    if (!isRecord(node) || seen.has(node)) continue;
    seen.add(node);
    const ref = node['$ref'];
    if (typeof ref === 'string' && !(isMain && ref.startsWith('#'))) (node as JsonObject)['$ref'] = absolute(ref, address);
    for (const value of Object.values(node)) if (isObject(value)) open.push(value);
  }
}

/** Steps to the first reference for which it is true. YAML can make parts that hold themselves. */
function findReference(
  root: Json | undefined,
  matches: (ref: string) => boolean,
  from: readonly string[] = [],
): readonly string[] | undefined {
  const seen = new Set<unknown>();
  const find = (node: Json | undefined, steps: readonly string[]): readonly string[] | undefined => {
    if (typeof node !== 'object' || node === null || seen.has(node) || steps.length > maxSteps) return undefined;
    seen.add(node);
    const ref = isJsonObject(node) ? node['$ref'] : undefined;
    if (typeof ref === 'string' && matches(ref)) return steps;
    for (const [step, value] of Object.entries(node)) {
      const found = find(value, [...steps, step]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return find(root, from);
}

const maxSteps = 200;

const partOf = (root: JsonObject, steps: readonly string[]): Json | undefined =>
  steps.reduce<Json | undefined>((node, step) => childOf(node, step), root);

const pointerOf = (steps: readonly string[]): string =>
  `#${steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')}`;

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

function absolute(ref: string, base: string): string {
  const at = ref.indexOf('#');
  const fragment = at < 0 ? '#' : ref.slice(at);
  const path = at < 0 ? ref : ref.slice(0, at);
  if (path === '') return `${base}${fragment}`;
  if (URL.canParse(path)) return `${path}${fragment}`;
  if (URL.canParse(base)) return `${new URL(path, base).href}${fragment}`;
  const steps = base.split('/').slice(0, -1);
  for (const step of (decodePercent(path) ?? path).split('/')) {
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..') steps.pop();
    else if (step !== '.') steps.push(step);
  }
  return `${steps.join('/')}${fragment}`;
}
