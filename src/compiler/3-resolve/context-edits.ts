import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ts } from 'ts-morph';
import type { SourceEdit } from '../model/source-edit.ts';
import type { ContextMembers } from './context-members.ts';

/** Where the modules of the run time are: sources in a checkout. */
export interface RuntimeModules {
  readonly runtime: { readonly folder: string; readonly ending: string };
}

/** The classes that entries extend. Their members are there for authors: the run time itself uses none of them. */
const contextModules = ['execution', 'asking', 'tool', 'resource', 'prompt'].map((kind) => `define/${kind}-context`);

/** What the contexts read of their call. */
const callModule = 'mcp/call/running-call';

/** The call's way to its client: what the call alone reads of it goes with the call's own member of that name. */
const channelModule = 'mcp/call-channel';

/** Members of the call that contexts alone read. */
export const readByContexts: ReadonlySet<string> = new Set([
  'ask',
  'callTool',
  'clientInfo',
  'closeStream',
  'entry',
  'environment',
  'fetch',
  'notify',
  'progressToken',
  'publish',
  'request',
  'services',
  'startTask',
  'telemetry',
]);

/**
 * Takes the members that no entry uses out of the context classes: a class keeps all of its members for a bundler, and theirs bring half of
 * what a call can do.
 *
 * @param members names that the server's entries take from their contexts
 */
export function planContextEdits({ runtime }: RuntimeModules, { detached, used }: ContextMembers): readonly SourceEdit[] {
  const read = (module: string): readonly Member[] => {
    const path = join(runtime.folder, module + runtime.ending);
    return membersOf(ts.createSourceFile(path, readFileSync(path, 'utf8'), asPlainCode, true));
  };
  const [call = [], channel = [], ...contexts] = [callModule, channelModule, ...contextModules].map(read);
  const members = contexts.flat();
  const kept = reach(members, new Set(used));
  const isDetached = members.some(({ isMethod, names }) => isMethod && names.some((name) => detached.has(name)));
  // The blocks without names keep methods with their object.
  const unused = without(isDetached ? members.filter(({ names }) => names.length > 0) : members, kept.names);
  // Who is handed the whole call may read everything of it.
  if (kept.ofCall.has(wholeCall)) return unused;
  const taken = reach(call, new Set([...kept.ofCall, ...readByOthers(call)]));
  const sent = [...taken.names].filter((name) => readByContexts.has(name));
  const open = reach(channel, new Set([...sent, ...readByOthers(channel)]));
  return [...unused, ...without(call, taken.names), ...without(channel, open.names)];
}

/** Private members are read by their own class. */
const readByOthers = (members: readonly Member[]): string[] =>
  members.flatMap(({ names }) => names).filter((name) => !readByContexts.has(name) && !name.startsWith('#'));

/** Reading the comments would be a third of the work. */
const asPlainCode: ts.CreateSourceFileOptions = {
  languageVersion: ts.ScriptTarget.ESNext,
  jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
};

interface Member {
  readonly file: string;
  /** One, or those that a static block defines. */
  readonly names: readonly string[];
  readonly isMethod: boolean;
  readonly start: number;
  readonly end: number;
  /** Names of `this` that it uses. */
  readonly own: readonly string[];
  /** Names of the call that it uses. */
  readonly ofCall: readonly string[];
}

/** Stands for every member of the call. */
const wholeCall = '*';

/** Methods, getters, setters, and static blocks that define more of them: what has no effect by being there. */
function membersOf(file: ts.SourceFile): Member[] {
  const members: Member[] = [];
  const visit = (node: ts.Node): void => {
    if (!ts.isClassLike(node)) return ts.forEachChild(node, visit);
    for (const member of node.members) {
      const place = { file: file.fileName, start: member.getFullStart(), end: member.end, ...usesOf(member) };
      if (ts.isClassStaticBlockDeclaration(member)) members.push({ names: textsIn(member), isMethod: false, ...place });
      else if ((ts.isMethodDeclaration(member) || ts.isAccessor(member)) && member.body !== undefined)
        members.push({ names: [member.name.getText(file)], isMethod: ts.isMethodDeclaration(member), ...place });
    }
    return undefined;
  };
  visit(file);
  return members;
}

function textsIn(root: ts.Node): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node)) texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return texts;
}

function usesOf(member: ts.Node): Pick<Member, 'own' | 'ofCall'> {
  const own: string[] = [];
  const ofCall: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) && node.expression.kind === ts.SyntaxKind.ThisKeyword) {
      const name = node.name.text;
      own.push(name);
      if (name === 'frame' || name === '#frame')
        ofCall.push(ts.isPropertyAccessExpression(node.parent) && node.parent.expression === node ? node.parent.name.text : wholeCall);
    }
    ts.forEachChild(node, visit);
  };
  visit(member);
  // The call's own getter is how the others reach it.
  return { own, ofCall: ts.isGetAccessor(member) && member.name.getText() === 'frame' ? [] : ofCall };
}

/** What is used, and what that uses in its turn. */
function reach(
  members: readonly Member[],
  names: Set<string>,
): { readonly names: ReadonlySet<string>; readonly ofCall: ReadonlySet<string> } {
  const ofCall = new Set<string>();
  // A set is walked to its end, with what is added on the way.
  for (const name of names)
    for (const member of members.filter((one) => one.names.includes(name))) {
      for (const used of member.own) names.add(used);
      for (const used of member.ofCall) ofCall.add(used);
    }
  return { names, ofCall };
}

const without = (members: readonly Member[], kept: ReadonlySet<string>): SourceEdit[] =>
  members
    .filter(({ names }) => !names.some((name) => kept.has(name)))
    .map(({ end, file, start }) => ({ file, start, end, kind: 'unused-member', text: '' }));
