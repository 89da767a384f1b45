import type { RequirementRow } from '../requirement-row.ts';

const row = (id: string, rule: string): RequirementRow => ({ id: `providers.${id}`, document: 'spec 4', section: '3.6', rule });

/** Credentials of apps: supplement sections 1.9 and 3.6. */
export const rows: readonly RequirementRow[] = [
  row('scopes', 'Registered on the app; scope global, user, session; cached under the owner.'),
  row('required', 'Missing required credential before execution: TOOL_CREDENTIALS_REQUIRED (-32001), also through another tool.'),
  row(
    'reference',
    'A tool names { name, required: true, scopes?, alias? } (section 1.3): the alias is its own, the scopes must have been granted.',
  ),
  row('fetch', 'this.fetch with credentials: { provider }; a redirect does not carry it on.'),
  row('worker', 'The same on a worker.'),
  row('start', 'Unknown references and malformed providers are refused, by the build where it sees them.'),
  row('class', 'The class form: @AuthProvider on a class with factory, refresh and toHeaders (section 1.1).'),
  row('renew', 'cacheTtl, expiresAt, refresh, invalidate; one making at a time; at most 100 of one owner.'),
];
