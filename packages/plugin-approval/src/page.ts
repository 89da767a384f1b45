import type { PageOption, PageVisit, PluginPage } from '@service/sdk/define';
import { personHash } from './approvals.ts';
import type { Audit } from './audit.ts';
import { tellDecision } from './decision.ts';
import type { Challenge, Requests } from './requests.ts';
import { type ApprovalScope, reaches } from './requirement.ts';

interface PageParts {
  readonly requests: Requests;
  readonly audit: Audit;
}

/** Shows a request to the person whose call it is, and takes their decision. */
export async function showRequest({ person, principal, query, sent }: PageVisit, { audit, requests }: PageParts): Promise<PluginPage> {
  const found = await requests.waiting(query['request'] ?? '');
  if (found === undefined) return decided;
  const { waiting } = found;
  const account = person.name === undefined ? (person.email ?? person.sub) : `${person.name} (${person.email ?? person.sub})`;
  // Whoever is sent a link of another person may read nothing of their call.
  if (waiting.owner.user !== (await personHash(principal)))
    return { title: 'Not your request', text: `You are signed in as ${account}. This request belongs to another account.`, status: 403 };
  const options = optionsOf(waiting);
  const scope = options.find(({ value }) => value === sent?.['reach'])?.value;
  const answer = sent?.['answer'];
  const isComplete = answer === 'deny' || (answer === 'approve' && scope !== undefined);
  if (!isComplete) return question(waiting, options, { account, problem: sent === undefined ? undefined : 'Choose one of the answers.' });
  const decision = { approved: answer === 'approve', scope: scope === once ? undefined : scope, grantedBy: person.sub };
  if (!(await tellDecision(found, decision, { audit, requests }))) return decided;
  return decision.approved
    ? { title: 'Approved', text: `The tool "${waiting.toolId}" may run. Go back to the program that you came from, and let it try again.` }
    : { title: 'Denied', text: `The tool "${waiting.toolId}" will not run. You can close this page.` };
}

const decided: PluginPage = { title: 'Nothing to decide', text: 'This request was decided already, or its time is over.', status: 404 };
const once = 'once';

type Reach = Omit<PageOption, 'value'> & { readonly value: ApprovalScope | typeof once };

/** How far an approval may reach, the shortest first. */
function optionsOf({ allowedScopes, alwaysPrompt, context, maxTtlMs }: Challenge): readonly Reach[] {
  if (alwaysPrompt) return [{ value: once, label: 'This call alone' }];
  return reaches.flatMap(([value, label]) => {
    const isPossible = value === 'context_specific' ? context !== undefined : value !== 'time_limited' || maxTtlMs !== undefined;
    return isPossible && allowedScopes.includes(value) ? [{ value, label: label({ context, maxTtlMs }) }] : [];
  });
}

function question(
  { about = {}, toolId }: Challenge,
  options: readonly Reach[],
  { account, problem }: { readonly account: string; readonly problem: string | undefined },
): PluginPage {
  const facts = { Tool: toolId, Account: account, 'It can': about['category'], Risk: about['riskLevel'] };
  return {
    title: about['message'] ?? `Allow the tool "${toolId}"?`,
    ...(problem === undefined ? {} : { problem, status: 400 }),
    facts: [
      ...Object.entries(facts).flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }])),
      { label: 'Arguments', value: about['arguments'] === '{}' ? 'none' : (about['arguments'] ?? 'unknown'), isCode: true },
    ],
    form: {
      ...(options.length === 0 ? {} : { choices: { name: 'reach', legend: 'Allow', options } }),
      buttons: [...(options.length === 0 ? [] : [{ value: 'approve', label: 'Approve' }]), { value: 'deny', label: 'Deny' }],
    },
  };
}
