import { nodePlatforms } from '../std/node-platforms.ts';
import { object, refused, onOff, text, texts } from './rules.ts';
import type { Field, Fields, Rule } from './setting-row.ts';

const webPage: Rule = {
  kind: 'text',
  problemOf: (value) =>
    URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
      ? undefined
      : 'expected an address that begins with https:// or http://',
};
const mailAddress: Rule = {
  kind: 'text',
  pattern: '^[\\w.+-]+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?\\.[A-Za-z]{2,}$',
  patternSays: 'is a mail address',
};
const number: Rule = { kind: 'json' };

/** One question that a host asks at installation. */
const question: Rule = object({
  type: {
    rule: { kind: 'text', choices: ['string', 'number', 'boolean', 'directory', 'file'] },
    summary: 'Kind of the answer.',
    required: true,
  },
  title: { rule: text, summary: 'Label.', required: true },
  description: { rule: text, summary: 'One sentence.', required: true },
  required: { rule: onOff, summary: 'The server does not start without it.' },
  default: { rule: { kind: 'either', of: [text, onOff, texts, { kind: 'integer' }] }, summary: 'Answer until there is one.' },
  multiple: { rule: onOff, summary: 'Several; the variable is a JSON list.' },
  sensitive: { rule: onOff, summary: 'Masked, and kept in the key store of the system.' },
  min: { rule: number, summary: 'Smallest number.' },
  max: { rule: number, summary: 'Largest number.' },
});

/** Settings of a deployment with the target mcpb, beside the common ones. */
export const mcpb: Fields = {
  displayName: { rule: text, summary: 'Name shown to people.', standard: 'info.title' },
  longDescription: { rule: text, summary: 'Description shown to people, as Markdown; its first line is the short one.' },
  author: {
    rule: object({
      name: { rule: text, summary: 'Name.', required: true },
      email: { rule: mailAddress, summary: 'Address.' },
      url: { rule: webPage, summary: 'Page.' },
    }),
    summary: "Author; else package.json's, else the server's name.",
  },
  license: { rule: text, summary: 'Licence.', standard: "package.json's" },
  homepage: { rule: webPage, summary: 'Home page.', standard: "package.json's" },
  repository: { rule: webPage, summary: 'Page of the sources.', standard: "package.json's" },
  documentation: { rule: webPage, summary: 'Documentation page.' },
  support: { rule: webPage, summary: 'Support page.', standard: 'bugs of package.json' },
  icon: { rule: text, summary: 'PNG image; 512 × 512 is advised.', flag: '--icon' },
  keywords: { rule: texts, summary: "Keywords; else package.json's." },
  privacyPolicies: { rule: { kind: 'list', of: webPage }, summary: 'Privacy policies of services that it talks to.' },
  compatibility: {
    rule: object({
      claude_desktop: { rule: text, summary: 'Version range.' },
      platforms: {
        rule: { kind: 'list', of: { kind: 'text', choices: ['darwin', 'linux', 'win32'] } },
        summary: 'Systems; all without it.',
      },
      runtimes: { rule: { kind: 'map', of: text, keys: ['node', 'python'] }, summary: 'Versions of Node.' },
    }),
    summary: 'Systems and runtimes that it supports.',
  },
  userConfig: {
    rule: { kind: 'map', of: question },
    summary: 'Questions at installation; the answer to api_key becomes the variable API_KEY.',
  },
  sea: {
    rule: object({
      enabled: { rule: onOff, summary: 'Add an executable for the platform of the build.', standard: false, flag: '--sea' },
      mergeFrom: { rule: text, summary: 'Archive or folder with the executables of other platforms, made there.', flag: '--merge-from' },
    }),
    summary: 'Single executable.',
  },
  nativePlatforms: {
    rule: { kind: 'list', of: { kind: 'text', choices: nodePlatforms }, atLeast: 1 },
    summary: 'One archive each, with its native add-ons.',
  },
  nativePackages: {
    rule: text,
    summary: 'Folder of <platform>/node_modules for others.',
  },
  includeNodeModules: refused(
    onOff,
    'Archives hold one file with all that the server imports. Set nativePlatforms for packages with native add-ons, and name others in build.dependencies.nativeAddons to copy them whole',
  ),
  deterministic: { rule: onOff, summary: 'Equal sources give equal bytes.', standard: true, flag: '--no-deterministic' },
};

/** Questions that any kind of installation asks. */
export const setup: Field = {
  summary: 'Questions at installation.',
  rule: object({
    steps: {
      summary: 'Questions, in order.',
      rule: {
        kind: 'list',
        of: object({
          id: { rule: text, summary: 'Name of the answer.', required: true },
          prompt: { rule: text, summary: 'Question.', required: true },
          description: { rule: text, summary: 'More about it.' },
          jsonSchema: { rule: { kind: 'json' }, summary: 'Type, default and limits of the answer.' },
          env: {
            rule: { kind: 'text', pattern: '^[A-Za-z_][A-Za-z0-9_]*$', patternSays: 'is the name of a variable' },
            summary: 'Variable that it becomes.',
            standard: 'the id in capitals',
          },
          sensitive: { rule: onOff, summary: 'A secret.' },
          group: { rule: text, summary: 'Heading, in install-<name>.sh.' },
          next: { rule: text, summary: 'Id of the step that follows.', standard: 'the next of the list' },
          showWhen: {
            rule: { kind: 'map', of: { kind: 'either', of: [text, onOff, texts] } },
            summary: 'Asked only after these answers: { <id of an earlier step>: <value or values> }.',
          },
        }),
      },
    },
  }),
};
