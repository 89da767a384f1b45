import { availability } from './entry-rows.ts';
import { rowsOf, type OptionRow } from './option-row.ts';

/** `@Skill` and `skill()`, and the server option `skillsConfig`. */
export const skillRows: readonly OptionRow[] = [
  ...rowsOf('skill', [
    ['name', ['string']],
    ['description', ['string']],
    ['instructions', ['string']],
    ['files', ['object']],
    ['folder', ['string']],
    ['license', ['string']],
    ['compatibility', ['string']],
    ['allowedTools', ['strings']],
    ['specMetadata', ['object']],
    ...availability,
    ['hideFromDiscovery', ['boolean'], { default: false }],
  ]),
  ...rowsOf('service', [['skillsConfig.enabled', ['boolean'], { default: true }]]),
];
