import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** `service audit`. */
export const rows: readonly RequirementRow[] = rowsOf({
  'I7.audit': '`service audit` reports the security findings of model and sources as text, JSON and SARIF; exit 5 when one is left.',
  'I7.audit.build': 'The audit is part of a build as warnings.',
  'I7.audit.baseline': 'A baseline file accepts findings of now; new ones fail.',
  'I7.audit.rules': 'Each rule has a fixture that triggers it and one that does not.',
  'I7.audit.unreadable': 'Sources that cannot be read whole are not cleared.',
});
