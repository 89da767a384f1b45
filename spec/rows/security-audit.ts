import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** `service audit`. */
export const rows: readonly RequirementRow[] = rowsOf({
  'I7.audit': '`service audit` reports the security findings of model and sources as text, JSON and SARIF; exit 5 when one is left.',
  'I7.audit.build': 'The audit is part of a build as warnings.',
  'I7.audit.baseline': 'A baseline file accepts findings of now; new ones fail.',
  'I7.audit.rules': 'Each rule has a fixture that triggers it and one that does not.',
  'audit.unbounded.kinds':
    'unbounded-input finds every text, list, record and free value of an input that has no longest form: of every kind of zod, with references, unions and tuples followed.',
  'schemas.exponential-pattern':
    'A regular expression of an input that can take exponential time is a warning of check and build, with a text that shows it.',
  'schemas.undecided-pattern':
    'Patterns that the analysis cannot decide (looking ahead or behind, back references, very large ones) are named once, together; the formats of zod are all decided.',
  'I7.audit.unreadable': 'Sources that cannot be read whole are not cleared.',
});
