import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkOptionRules, checkOptions } from './index.ts';

const told = (ui: object): readonly string[] =>
  [checkOptions, checkOptionRules].flatMap((check) => check('tool', { name: 'sky', ui }).map(({ message }) => message));

test('[toolui.inline] a function and a component of the module of the server are refused with what to do', () => {
  for (const template of [() => '<p></p>', { $$typeof: Symbol.for('react.memo') }])
    assert.match(told({ template })[0] ?? '', /would take the code of the server to the browser; give it a file of its own/);
});

test('[toolui.template] a template is a text or a file with an ending that says what it is', () => {
  for (const template of ['<p></p>', '# Sky', { file: './sky.widget.tsx' }, { file: 'a.js' }, { file: 'a.html' }, { file: 'a.md' }])
    assert.equal(told({ template }), [], JSON.stringify(template));
  for (const template of ['', 7, {}, { file: 'a.vue' }, { file: 'a.ts', more: 1 }, null]) assert.is(told({ template }).length, 1);
  assert.equal(told({ visibility: ['app'], resourceUri: 'ui://own/page' }), []);
  for (const wrong of [{ visibility: [] }, { visibility: ['me'] }, { resourceUri: 'https://a' }, { resourceUri: 'ui://a?v=1' }])
    assert.is(told(wrong).length, 1, JSON.stringify(wrong));
});

test('[toolui.one-page] options that break a document with everything in it are refused by name', () => {
  for (const option of ['resourceMode', 'bundlingMode', 'externals', 'hydrate', 'customShell', 'customWidgetUrl', 'directPath'])
    assert.match(told({ [option]: true })[0] ?? '', new RegExp(`"ui.${option}" is not part of this version`));
  for (const servingMode of ['static', 'hybrid', 'direct-url', 'custom-url']) assert.is(told({ servingMode }).length, 1, servingMode);
  assert.equal(told({ servingMode: 'inline' }), []);
});

test.run();
