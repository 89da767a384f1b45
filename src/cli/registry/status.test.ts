/* `registry status` in this process, against a registry with the rules of the public one. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CommandScene } from '../../../test/support/registry/command-scene.ts';
import { listing } from '../../../test/support/registry/publisher.ts';

const test = suite<{ scene: CommandScene }>('registry status');
test.before.each(async (context) => {
  context.scene = await CommandScene.open();
});
test.after.each(({ scene }) => scene.close());

test('[registry.status] every transition of one version, and of all versions', async ({ scene }) => {
  await scene.publish();
  await scene.publish({ file: scene.listing({ version: '2.0.0' }) });
  const of = (version: string) => scene.registry.servers.statusOf(listing.name, version);
  const one = { 'server-version': listing.version };
  const changes: readonly (readonly [string, object, object])[] = [
    ['deprecated', { ...one, message: 'Use 2.0.0' }, { status: 'deprecated', message: 'Use 2.0.0' }],
    ['active', one, { status: 'active', message: undefined }],
    ['deleted', { ...one, message: 'Leaks' }, { status: 'deleted', message: 'Leaks' }],
    ['active', one, { status: 'active', message: undefined }],
    ['deprecated', one, { status: 'deprecated', message: undefined }],
    ['deleted', one, { status: 'deleted', message: undefined }],
  ];
  for (const [word, flags, expected] of changes) {
    const { outcome, text } = await scene.status(word, flags);
    assert.is(outcome?.exit, 'ok', text);
    assert.equal(of(listing.version), expected);
    assert.is(of('2.0.0')?.status, 'active');
  }
  assert.match((await scene.publish()).text, /duplicate version[\s\S]*deleted ones included/);
  const all = await scene.status('deprecated', { 'all-versions': true, message: 'Moved' });
  assert.match(all.outcome?.text ?? '', /2 versions of com\.example\/weather are deprecated/);
  assert.equal(
    [of(listing.version), of('2.0.0')],
    [
      { status: 'deprecated', message: 'Moved' },
      { status: 'deprecated', message: 'Moved' },
    ],
  );
});

test('[registry.status-errors] contradicting flags are refused before any request; refusals of the registry are quoted', async ({
  scene,
}) => {
  const one = { 'server-version': listing.version };
  const usage: readonly (readonly [string, object, RegExp])[] = [
    ['gone', one, /must be one of active, deprecated, deleted/],
    ['deprecated', {}, /exactly one of --server-version and --all-versions/],
    ['deprecated', { ...one, 'all-versions': true }, /exactly one of/],
    ['active', { ...one, message: 'back' }, /--message goes with deprecated and deleted only/],
    ['deleted', { ...one, message: 'm'.repeat(501) }, /1 to 500 characters, and has 501/],
  ];
  for (const [word, flags, message] of usage) {
    const { asked, error, text } = await scene.status(word, flags);
    assert.is(error?.exit, 'usage');
    assert.match(text, message);
    assert.equal(asked, []);
  }
  assert.match((await scene.status('deleted', one)).text, /Server version not found/);
  await scene.publish();
  assert.match((await scene.status('active', one)).text, /No changes to apply/);
  assert.is((await scene.status('deprecated', { ...one, message: 'm'.repeat(500) })).outcome?.exit, 'ok');
  const foreign = await scene.status('deleted', { ...one, name: 'org.other/weather', domain: 'other.org' });
  assert.match(foreign.text, /The HTTP proof is not ready: https:\/\/other\.org/);
});

test('[registry.unusable-answers] a status is reported as changed only when the answer says so', async ({ scene }) => {
  await scene.publish();
  const flags: readonly (readonly [object, RegExp])[] = [
    [{ 'server-version': listing.version }, /answered 200 without com\.example\/weather 1\.2\.3/],
    [{ 'all-versions': true }, /answered 200 without the member "updatedCount"/],
  ];
  for (const [given, message] of flags) {
    scene.registry.faults.push(undefined, { status: 200, body: {} });
    const { error, text } = await scene.status('deprecated', given);
    assert.is(error?.exit, 'network');
    assert.match(text, message);
  }
});

test.run();
