import { escapeUnicode, isRecord } from '@service/sdk/internal';
import type { GuardedCall } from './approval-options.ts';
import type { Decision } from './requests.ts';
import { type ApprovalScope, reaches, type Requirement } from './requirement.ts';

/** Characters of the arguments that a question shows. */
const maxShown = 2000;

/** What a form of the client offers. */
const offered: readonly ApprovalScope[] = ['tool_specific', 'session', 'user'];

/** Whether the client shows forms. */
export function canAsk({ clientCapabilities: { elicitation } }: GuardedCall): boolean {
  return isRecord(elicitation) && (isRecord(elicitation['form']) || !isRecord(elicitation['url']));
}

/** Asks the person behind the client; never the model. @returns undefined for a question that was closed without an answer */
export async function askPerson(call: GuardedCall, requirement: Requirement, digest: string): Promise<Decision | undefined> {
  const { allowedScopes, alwaysPrompt } = requirement;
  const lasting = alwaysPrompt ? [] : reaches.filter(([scope]) => offered.includes(scope) && allowedScopes.includes(scope));
  const reach = {
    type: 'string',
    title: 'Allow',
    enum: ['once', ...lasting.map(([scope]) => scope)],
    enumNames: ['This call alone', ...lasting.map(([, label]) => label({}))],
    default: 'once',
  };
  const schema = { type: 'object', properties: lasting.length === 0 ? {} : { reach } } as const;
  const { content, fromModel, status } = await call.elicit(questionOf(call, requirement), schema, {
    key: keyOf(call, digest),
    onlyPerson: true,
  });
  if (status === 'cancel' || fromModel === true) return undefined;
  if (status === 'decline') return { approved: false };
  const chosen: unknown = content?.['reach'];
  return { approved: true, scope: lasting.find(([scope]) => scope === chosen)?.[0] };
}

const asked = new WeakMap<object, Map<string, number>>();

/** A name of its own for each question, the same in every round: an approval that is kept must not move the questions of the tool. */
function keyOf({ request }: GuardedCall, digest: string): string {
  const counts = asked.get(request) ?? new Map<string, number>();
  asked.set(request, counts);
  const count = counts.get(digest) ?? 0;
  counts.set(digest, count + 1);
  return `approval-${digest.slice(0, 32)}-${count}`;
}

function questionOf({ auth, entry, input }: GuardedCall, { approvalMessage, category, riskLevel }: Requirement): string {
  const { email, name, sub } = auth.user;
  const lines = [
    approvalMessage ?? `Allow the tool "${entry.listedName}"?`,
    `Tool: ${entry.listedName}`,
    `Arguments: ${shown(input)}`,
    auth.isAnonymous ? '' : `Account: ${plain(name === undefined ? (email ?? sub) : `${name} (${email ?? sub})`)}`,
    category === undefined ? '' : `It can: ${category}`,
    riskLevel === undefined ? '' : `Risk: ${riskLevel}`,
  ];
  return lines.filter((line) => line !== '').join('\n');
}

/** Arguments on one line: none of them can pretend to be a line of the question. */
function shown(input: unknown, max = maxShown): string {
  const text = plain(JSON.stringify(input) ?? String(input));
  return text.length <= max ? text : `${text.slice(0, max)}… (${text.length - max} more characters)`;
}

/** Arguments as a page shows them: line breaks are those between members. */
export const shownOnPage = (input: unknown): string =>
  (JSON.stringify(input, null, 2) ?? String(input))
    .slice(0, maxShown * 2)
    .split('\n')
    .map(plain)
    .join('\n');

/** Without characters that break lines, hide text or turn its direction. */
const plain = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu, escapeUnicode);
