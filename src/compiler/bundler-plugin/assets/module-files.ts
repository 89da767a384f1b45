import { dirname, isAbsolute, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ts } from 'ts-morph';
import { calledName, isImportMeta, LocationReader, readBindings } from './known-locations.ts';

/** A place of a module that says where the module itself is. */
export interface LocationUse {
  readonly start: number;
  readonly end: number;
  readonly of: 'url' | 'file' | 'folder';
  /** `{ __dirname }`: the name is also the key. */
  readonly shorthand?: string;
}

/** An expression that names a file beside the module. */
export interface FileReference {
  readonly start: number;
  readonly end: number;
  readonly kind: 'url' | 'url-object' | 'path';
  /** Absolute. */
  readonly path: string;
  readonly use: 'read' | 'run' | 'unknown';
}

/** An expression of which only the beginning is known. */
export interface ComputedReference {
  readonly start: number;
  readonly end: number;
  /** Absolute beginning, then what stands between the gaps. */
  readonly parts: readonly string[];
  /** It is opened right there, so that a file has to be there. */
  readonly isOpened: boolean;
}

export interface ModuleFiles {
  readonly uses: readonly LocationUse[];
  readonly references: readonly FileReference[];
  readonly computed: readonly ComputedReference[];
  /** Texts that are written like the name of a file. */
  readonly names: readonly string[];
  /** Where `createRequire` is called with the module's location, and what is required with its result. */
  readonly requires: readonly OwnRequire[];
}

/** `const require = createRequire(import.meta.url)`: another name for the declaration, the bundler's `require` for the calls. */
export interface OwnRequire {
  readonly start: number;
  readonly end: number;
  readonly becomes: string;
  /** What is required. */
  readonly specifier?: string;
}

/** What a module says of files: where it is itself, and which files it names by that. */
export function readModuleFiles(file: string, text: string): ModuleFiles {
  const module = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kindOf(file));
  const reader = new LocationReader(file, readBindings(module));
  const found = {
    uses: [] as LocationUse[],
    references: [] as FileReference[],
    computed: [] as ComputedReference[],
    names: new Set<string>(),
  };
  const visit = (node: ts.Node, inReference: boolean): void => {
    const use = locationUse(node, reader);
    if (use !== undefined) return void found.uses.push(use);
    if (ts.isStringLiteralLike(node) && fileName.test(node.text)) found.names.add(node.text);
    const inside = inReference || (isCandidate(node) && noteReference(node, { file, reader, found }));
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  visit(module, false);
  return { ...found, names: [...found.names], requires: ownRequires(module, reader) };
}

/** True when a module requires what a variable says. */
export function requiresComputed(file: string, text: string): boolean {
  let found = false;
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'require')
      found ||= node.arguments[0] !== undefined && !ts.isStringLiteralLike(node.arguments[0]);
    if (!found) ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kindOf(file)));
  return found;
}

const fileName = /^(?:\.\/)?[\w.@-]+\.[a-zA-Z0-9]{1,8}$/;

const kindOf = (file: string): ts.ScriptKind =>
  /\.[cm]?ts$/.test(file) ? ts.ScriptKind.TS : file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.JSX;

type Candidate = ts.NewExpression | ts.CallExpression | ts.TemplateExpression | ts.BinaryExpression;

const isCandidate = (node: ts.Node): node is Candidate =>
  ts.isNewExpression(node) || ts.isCallExpression(node) || ts.isTemplateExpression(node) || ts.isBinaryExpression(node);

interface Reading {
  readonly file: string;
  readonly reader: LocationReader;
  readonly found: { readonly references: FileReference[]; readonly computed: ComputedReference[] };
}

/** True when the expression is a location: what it is made of are not files of their own. */
function noteReference(node: Candidate, { file, reader, found }: Reading): boolean {
  const known = reader.read(node);
  if (known === undefined || known.kind === 'text') return false;
  const span = { start: node.getStart(), end: node.getEnd() };
  if (known.kind === 'pattern') {
    const [head = ''] = known.parts;
    if (!isAbsolute(head) || !head.startsWith(dirname(file).slice(0, 3))) return false;
    found.computed.push({ ...span, parts: known.parts, isOpened: useOf(node) === 'read' || ts.isNewExpression(node) });
    return true;
  }
  const path = known.kind === 'url' ? fileURLToPath(known.value) : known.value;
  // The module itself and the folders around it say where it is, not what it reads.
  if (path === file || file.startsWith(path.endsWith(sep) ? path : path + sep)) return true;
  found.references.push({
    ...span,
    kind: known.kind === 'url' && known.object === true ? 'url-object' : known.kind,
    path,
    use: useOf(node),
  });
  return true;
}

const readers =
  /^(?:readFile|readFileSync|createReadStream|readdir|readdirSync|open|openSync|readJson|readJsonSync|cp|cpSync|copyFile|copyFileSync)$/;
const runners = /^(?:Worker|fork|Piscina|Tinypool)$/;

/** What is done with it where it is written. */
function useOf(node: ts.Node): FileReference['use'] {
  for (let around = node.parent; around !== undefined && !ts.isStatement(around); around = around.parent) {
    if (!ts.isCallExpression(around) && !ts.isNewExpression(around)) continue;
    const name = calledName(around);
    if (name === undefined) continue;
    if (readers.test(name)) return 'read';
    if (runners.test(name)) return 'run';
  }
  return 'unknown';
}

function locationUse(node: ts.Node, reader: LocationReader): LocationUse | undefined {
  const span = { start: node.getStart(), end: node.getEnd() };
  if (ts.isPropertyAccessExpression(node) && isImportMeta(node.expression)) {
    const of = ({ url: 'url', filename: 'file', dirname: 'folder' } as const)[node.name.text];
    return of === undefined ? undefined : { ...span, of };
  }
  if (!ts.isIdentifier(node) || (node.text !== '__dirname' && node.text !== '__filename') || reader.isDeclared(node.text)) return undefined;
  const of = node.text === '__dirname' ? 'folder' : 'file';
  const { parent } = node;
  if (ts.isShorthandPropertyAssignment(parent)) return { ...span, of, shorthand: node.text };
  const isKey =
    (ts.isPropertyAccessExpression(parent) && parent.name === node) || (ts.isPropertyAssignment(parent) && parent.name === node);
  return isKey || ts.isExportSpecifier(parent) ? undefined : { ...span, of };
}

/** Calls of `createRequire(import.meta.url)`'s result with a text, which the bundler follows only by the name `require`. */
function ownRequires(module: ts.SourceFile, reader: LocationReader): OwnRequire[] {
  const names = new Map<string, ts.Identifier>();
  const findNames = (node: ts.Node): void => {
    if (
      ts.isVariableDeclaration(node) &&
      ts.isIdentifier(node.name) &&
      node.initializer !== undefined &&
      isOwnRequire(node.initializer, reader)
    )
      names.set(node.name.text, node.name);
    ts.forEachChild(node, findNames);
  };
  findNames(module);
  if (names.size === 0) return [];
  const edits: OwnRequire[] = [];
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    if (!ts.isIdentifier(node) || !names.has(node.text)) return;
    const span = { start: node.getStart(), end: node.getEnd() };
    const { parent } = node;
    const argument = ts.isCallExpression(parent) && parent.expression === node ? parent.arguments[0] : undefined;
    if (argument !== undefined && ts.isStringLiteralLike(argument)) edits.push({ ...span, becomes: 'require', specifier: argument.text });
    else if (node.text === 'require' && !(ts.isPropertyAccessExpression(parent) && parent.name === node))
      edits.push({ ...span, becomes: 'service$require' });
  };
  visit(module);
  // A name other than `require` stays where it is declared.
  return edits.filter(({ becomes }) => becomes === 'require' || names.has('require'));
}

function isOwnRequire(node: ts.Expression, reader: LocationReader): boolean {
  if (!ts.isCallExpression(node) || calledName(node) !== 'createRequire') return false;
  const [from] = node.arguments;
  const known = from === undefined ? undefined : reader.read(from);
  return known?.kind === 'url' || known?.kind === 'path';
}
