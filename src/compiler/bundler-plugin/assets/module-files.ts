import { dirname, isAbsolute, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ts } from 'ts-morph';
import { calledName, isImportMeta, LocationReader, readBindings } from './known-locations.ts';

/** A use of the module's own location: `import.meta.url`, `__dirname` and the like. */
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
  /** The absolute beginning, then the known texts between computed ones. */
  readonly parts: readonly string[];
  /** It is an argument of a function that opens files, so the file must exist. */
  readonly isOpened: boolean;
}

export interface ModuleFiles {
  readonly uses: readonly LocationUse[];
  readonly references: readonly FileReference[];
  readonly computed: readonly ComputedReference[];
  /** String literals that look like file names. */
  readonly names: readonly string[];
  /** Uses of `createRequire(import.meta.url)` and of its result. */
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

/** Uses of a module's own location, and the files that it names relative to it. */
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

/** True when a module calls `require` with a computed specifier. */
export const requiresComputed = (file: string, text: string): boolean =>
  requires(file, text, (named) => named !== undefined && !ts.isStringLiteralLike(named));

/** A call of `require`. */
export const callsRequire = (file: string, text: string): boolean => requires(file, text, (named) => named !== undefined);

function requires(file: string, text: string, isWanted: (named: ts.Expression | undefined) => boolean): boolean {
  let found = false;
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'require')
      found ||= isWanted(node.arguments[0]);
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

/** True when the expression is a location: its parts are then not read as further files. */
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
  // The module itself and its parent folders are its location, not files that it reads.
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

/** The use of a path, judged by the call around it. */
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
