import { getLineInfo, type Node, Parser } from 'acorn';
import { fault, type ScriptFault, type ScriptJob, type ScriptOutcome } from './script-job.ts';

/** A script as the engine gets it, or why it does not. */
export type CheckedScript =
  | { readonly code: string; /** Texts that were taken out of it. */ readonly literals: readonly string[] }
  | { readonly refused: ScriptOutcome };

/** Lines that `code` has before the script. */
export const linesBefore = 1;

const loops = new Set(['ForStatement', 'ForInStatement', 'ForOfStatement', 'WhileStatement', 'DoWhileStatement']);

/** What runs when the script calls itself: its functions, and default values of their parameters. */
const callees = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression', 'AssignmentPattern']);

const forbidden: Readonly<Record<string, string>> = {
  ImportDeclaration: 'import',
  ImportExpression: 'import()',
  MetaProperty: 'import.meta',
  ExportNamedDeclaration: 'export',
  ExportDefaultDeclaration: 'export',
  ExportAllDeclaration: 'export',
};

/**
 * Reads a script, refuses what it must not hold, and counts its loops. Everything is decided on the syntax tree.
 * @param countsCalls counts calls of its functions too: where no thread can be ended, errors of a full stack could take minutes
 * @param looksAtClock calls `over` with the count now and then
 */
export function checkScript({ limits, script }: ScriptJob, countsCalls: boolean, looksAtClock = false): CheckedScript {
  const parsed = parse(script);
  if ('refused' in parsed) return parsed;
  const { allowLoops, disabled, extractFrom, maxIterations, maxLength } = limits;
  if (maxLength !== undefined && script.length > maxLength)
    return refusal({
      message: `the script has ${script.length} characters, and ${maxLength} are allowed: set sidecar.enabled for longer ones`,
    });
  const names = new Set<string>();
  const counted: Node[] = [];
  const texts: TextNode[] = [];
  for (const visit of nodesOf(parsed.program)) {
    const { node } = visit;
    const keyword =
      node.type === 'MetaProperty' && fieldsOf(fieldsOf(node)['meta'])['name'] !== 'import' ? undefined : forbidden[node.type];
    if (keyword !== undefined) return refusedAt(script, node, `${keyword} is not available: a script has its tools alone`);
    if (node.type === 'Identifier') {
      const name = String(fieldsOf(node)['name']);
      names.add(name);
      if (disabled.includes(name) && isReference(visit)) return refusedAt(script, node, `${name} is not available in scripts`);
    }
    if (loops.has(node.type)) {
      if (!allowLoops) return refusedAt(script, node, 'loops are not allowed: use the methods of arrays, such as map and filter');
      counted.push(fieldsOf(node)['body'] as Node);
    }
    if (countsCalls && callees.has(node.type)) counted.push(fieldsOf(node)[node.type === 'AssignmentPattern' ? 'right' : 'body'] as Node);
    if (extractFrom !== undefined && isLongText(visit, extractFrom)) texts.push(node as TextNode);
  }
  return printScript(script, { counted, looksAtClock, texts, maxIterations, unused: (name) => unusedName(names, name) });
}

interface Planned {
  /** Bodies of loops, and of functions where their calls count: statements, or expressions. */
  readonly counted: readonly Node[];
  readonly looksAtClock: boolean;
  readonly texts: readonly TextNode[];
  readonly maxIterations: number;
  readonly unused: (name: string) => string;
}

/** A module with one function: `(over, literals)`. The first is called when loops have run too often, and now and then with the count. */
function printScript(script: string, { counted, looksAtClock, maxIterations, texts, unused }: Planned): CheckedScript {
  const [over, rounds, literals] = [unused('over'), unused('rounds'), unused('literals')];
  const isOver = `++${rounds}>${maxIterations}`;
  // Each fourth looks at the clock: a function of the engine may have taken long, and is not asked itself.
  const count = looksAtClock ? `(${isOver}||!(${rounds}&3))&&${over}(${rounds})` : `${isOver}&&${over}()`;
  const isExpression = ({ type }: Node): boolean => !type.endsWith('Statement');
  const edits = [
    // What ends with an expression ends after it.
    ...counted.filter(isExpression).flatMap(around(`(${count},`, ')')),
    ...counted.filter(({ type }) => type === 'BlockStatement').map(({ start }) => ({ at: start + 1, to: start + 1, text: `${count};` })),
    ...counted.filter((node) => !isExpression(node) && node.type !== 'BlockStatement').flatMap(around(`{${count};`, '}')),
    ...texts.map(({ end, start }, index) => ({ at: start, to: end, text: `${literals}[${index}]` })),
  ].toSorted((one, other) => one.at - other.at);
  let code = `export default async (${over},${literals})=>{let ${rounds}=0;\n`;
  let from = 0;
  for (const { at, text, to } of edits) {
    code += script.slice(from, at) + text;
    from = to;
  }
  return { code: `${code}${script.slice(from)}\n}`, literals: texts.map(({ value }) => value) };
}

const around =
  (opening: string, closing: string) =>
  ({ end, start }: Node): readonly { readonly at: number; readonly to: number; readonly text: string }[] => [
    { at: start, to: start, text: opening },
    { at: end, to: end, text: closing },
  ];

/** A parser that tells how far it has come. */
class ScriptParser extends Parser {
  declare readonly pos: number;

  constructor(script: string) {
    super({ ecmaVersion: 2023, sourceType: 'module', allowAwaitOutsideFunction: true, allowReturnOutsideFunction: true }, script);
  }
}

type Parsed = { readonly program: Node } | { readonly refused: ScriptOutcome };

function parse(script: string): Parsed {
  const parser = new ScriptParser(script);
  try {
    return { program: parser.parse() };
  } catch (failure) {
    const isSyntax = failure instanceof SyntaxError;
    const at = isSyntax ? Number(fieldsOf(failure)['pos']) : parser.pos;
    const message = isSyntax ? failure.message.replace(/ \(\d+:\d+\)$/, '') : 'the script is nested too deeply';
    return { refused: fault('syntax_error', { message: message.slice(0, 500), ...positionOf(script, at) }) };
  }
}

/** Line and column as editors count them, from 1. */
function positionOf(script: string, at: number): { readonly line: number; readonly column: number } {
  const { column, line } = getLineInfo(script, Math.min(Math.max(at, 0), script.length));
  return { line, column: column + 1 };
}

const refusal = (error: ScriptFault): CheckedScript => ({ refused: fault('illegal_access', error) });

const refusedAt = (script: string, { start }: Node, message: string): CheckedScript => refusal({ message, ...positionOf(script, start) });

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => value as Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

interface Visit {
  readonly node: Node;
  readonly parent: Node | undefined;
  /** Member of the parent. */
  readonly as: string;
}

/** Every node of a tree, without recursion: a script may nest as deeply as its length allows. */
function* nodesOf(program: Node): Generator<Visit> {
  const open: Visit[] = [{ node: program, parent: undefined, as: '' }];
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    yield visit;
    for (const [as, value] of Object.entries(visit.node))
      for (const node of Array.isArray(value) ? value : [value]) if (isNode(node)) open.push({ node, parent: visit.node, as });
  }
}

/** A name that stands for a variable, and not for a member: of `{ eval: a.eval }` none. */
function isReference({ as, parent }: Visit): boolean {
  if (parent === undefined || fieldsOf(parent)['computed'] === true) return true;
  if (as === 'property' && parent.type === 'MemberExpression') return false;
  const isShorthand = fieldsOf(parent)['shorthand'] === true;
  return !(as === 'key' && !isShorthand) && !['LabeledStatement', 'BreakStatement', 'ContinueStatement'].includes(parent.type);
}

interface TextNode extends Node {
  readonly value: string;
}

/** A long text that any expression could stand for: neither a key nor a directive. */
function isLongText({ as, node, parent }: Visit, length: number): boolean {
  const { value } = fieldsOf(node);
  if (node.type !== 'Literal' || typeof value !== 'string' || value.length < length) return false;
  return !(as === 'key' && fieldsOf(parent)['computed'] !== true) && parent?.type !== 'ExpressionStatement';
}

function unusedName(names: ReadonlySet<string>, wanted: string): string {
  let name = `${wanted}$`;
  while (names.has(name)) name += '$';
  return name;
}
