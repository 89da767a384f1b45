import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { withoutWorkingTags } from './working-tags.ts';

test('tags of ours leave the comments of packed declarations, whatever stands beside them', () => {
  const before = `/** Options. @accepts any */
export interface Options {
    /** One line. @rule logo */
    readonly one?: string;
    /** Two of them. @rule logo @default 'a' */
    readonly two?: string;
    /**
     * Lines.
     *
     * More of them, with an e-mail address a@rule.example.
     * @rule logo
     * @default 3
     * @unlisted
     * @noEffect when a is given: a decides,
     * and nothing else
     */
    readonly three?: number;
    /**
     * The last one.
     * @requiredByRule
     */
    four(text: '@rule'): void;
}
/** Of other versions. @unnamed */
export interface Settings {
    /** Not used yet. @default the decorator's @words */
    readonly five?: string;
}
`;
  const after = `/** Options. */
export interface Options {
    /** One line. */
    readonly one?: string;
    /** Two of them. @default 'a' */
    readonly two?: string;
    /**
     * Lines.
     *
     * More of them, with an e-mail address a@rule.example.
     * @default 3
     * @noEffect when a is given: a decides,
     * and nothing else
     */
    readonly three?: number;
    /**
     * The last one.
     */
    four(text: '@rule'): void;
}
/** Of other versions. */
export interface Settings {
    /** Not used yet. @default the decorator's */
    readonly five?: string;
}
`;
  assert.is(withoutWorkingTags(before), after);
  assert.is(withoutWorkingTags(after), after);
});

test.run();
