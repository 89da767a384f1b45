import type { RequirementRow } from '../requirement-row.ts';

const row = (id: string, rule: string): RequirementRow => ({ id: `S3.7.${id}`, document: 'spec 4', section: '3.7', rule });

/** Who may use which entries: supplement section 3.7, ruling 27. */
export const rows: readonly RequirementRow[] = [
  row('roles', 'roles and permissions by all and any; claimsMapping by dot paths.'),
  row('attributes', 'attributes: match and conditions, with every operator.'),
  row('missing', 'Missing claims deny.'),
  row('operators', 'operator AND or OR, not, anyOf, allOf.'),
  row('from-input', 'fromInput and fromClaims; rules that need input are skipped when listing.'),
  row('functions', 'guards, custom evaluators, relationshipResolver.'),
  row('profiles', 'A profile name, an array of names (all); an unknown name is a diagnostic and a start error.'),
  row('shape', 'A policy that is misspelt, empty or of the wrong shape is refused.'),
  row('lists', 'Lists hide denied entries.'),
  row('denied', 'A call answers AUTHORITY_DENIED (-32003) with entryType, entryName, deniedBy, denial, requiredScopes.'),
  row('doors', 'No side door: tasks, completion, prompts, resources, calls by another entry (ruling 27).'),
  row('listen', 'subscriptions/listen and resources/subscribe deliver only what may be read.'),
  row('auth-context', 'this.auth: roles, permissions, claimsResolver, fields of pipes.'),
  row('planned', 'A guard that the bundle has no feature for stops the start.'),
  row('transports', 'Sessions, batches, the pair /sse and /message, and stdio refuse too.'),
  row('step-up', '403 with error="insufficient_scope" and scope when a missing scope explains the refusal (scopeMapping).'),
];
