import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Credentials of apps. */
export const rows: readonly RequirementRow[] = rowsOf({
  'providers.scopes': 'Registered on the app; scope global, user, session; cached under the owner.',
  'providers.required': 'Missing required credential before execution: TOOL_CREDENTIALS_REQUIRED (-32001), also through another tool.',
  'providers.reference': 'A tool names { name, required: true, scopes?, alias? }: the alias is its own, the scopes must have been granted.',
  'providers.fetch': 'this.fetch with credentials: { provider }; a redirect does not carry it on.',
  'providers.worker': 'The same on a worker.',
  'providers.start': 'Unknown references and malformed providers are refused, by the build where it sees them.',
  'providers.class': 'The class form: @AuthProvider on a class with factory, refresh and toHeaders.',
  'providers.renew': 'cacheTtl, expiresAt, refresh, invalidate; one making at a time; at most 100 of one owner.',
});
