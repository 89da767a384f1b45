import { availability } from './entry-rows.ts';
import { rowsOf, type OptionRow } from './option-row.ts';

/** `@Skill` and `skill()` (supplement section 1.11), and the server option `skillsConfig`. */
export const skillRows: readonly OptionRow[] = [
  ...rowsOf('skill', [
    ['name', ['string'], 'Name: 1 to 64 of a-z, 0-9 and single hyphens; of the folder when absent.'],
    ['description', ['string'], 'What the skill does and when to use it; at most 1024 characters.'],
    ['instructions', ['string'], 'Body of SKILL.md.'],
    ['files', ['object'], 'Further files: path in the skill to text.'],
    ['folder', ['string'], 'Folder with SKILL.md, from the project root; read by the build.'],
    ['license', ['string'], 'Licence.'],
    ['compatibility', ['string'], 'What it needs to run; at most 500 characters.'],
    ['allowedTools', ['strings'], 'Tools that it may use without asking.'],
    ['specMetadata', ['object'], 'Further text values of the front matter, under "metadata".'],
    ...availability,
    ['hideFromDiscovery', ['boolean'], 'Not listed, but readable.', { default: false }],
  ]),
  ...rowsOf('service', [['skillsConfig.enabled', ['boolean'], 'False serves no skills.', { default: true }]]),
];
