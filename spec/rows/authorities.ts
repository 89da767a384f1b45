import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Who may use which entries. */
export const rows: readonly RequirementRow[] = rowsOf({
  'S3.7.roles': 'roles and permissions by all and any; claimsMapping by dot paths.',
  'S3.7.attributes': 'attributes: match and conditions, with every operator.',
  'S3.7.missing': 'Missing claims deny.',
  'S3.7.operators': 'operator AND or OR, not, anyOf, allOf.',
  'S3.7.from-input': 'fromInput and fromClaims; rules that need input are skipped when listing.',
  'S3.7.functions': 'guards, custom evaluators, relationshipResolver.',
  'S3.7.profiles': 'A profile name, an array of names (all); an unknown name is a diagnostic and a start error.',
  'S3.7.shape': 'A policy that is misspelt, empty or of the wrong shape is refused.',
  'S3.7.lists': 'Lists hide denied entries.',
  'S3.7.denied': 'A call answers AUTHORITY_DENIED (-32003) with entryType, entryName, deniedBy, denial, requiredScopes.',
  'S3.7.doors': 'No side door: tasks, completion, prompts, resources, calls by another entry.',
  'S3.7.listen': 'subscriptions/listen and resources/subscribe deliver only what may be read.',
  'S3.7.auth-context': 'this.auth: roles, permissions, claimsResolver, fields of pipes.',
  'S3.7.planned': 'A guard that the bundle has no feature for stops the start.',
  'S3.7.transports': 'Sessions, batches, the pair /sse and /message, and stdio refuse too.',
  'S3.7.step-up': '403 with error="insufficient_scope" and scope when a missing scope explains the refusal (scopeMapping).',
  'authorities.unreachable':
    'An entry that no caller of a build can use, because its rules need an identity and nobody signs in (no auth, an archive), is the warning unreachable-entry, and is not in the manifest of an archive nor in the counts of a command line.',
});
