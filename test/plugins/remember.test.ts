/* `@service/plugin-remember` in built bundles on node, with everything in memory. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BuiltProject, BuiltServer } from '../support/built-servers.ts';
import { ada, bob, rememberProject, userOf } from '../support/remember-project.ts';

interface Context {
  readonly project: BuiltProject;
  readonly server: BuiltServer;
}
const test = suite<Context>('remember');

test.before(async (context) => {
  const project = rememberProject();
  Object.assign(context, { project, server: await project.start('node') });
});
test.after(async ({ project, server }) => {
  await server?.stop();
  project?.remove();
});

test('[PR.member] this.remember sets, gets, tells, lists and forgets', async ({ server }) => {
  const user = userOf(server, ada);
  assert.equal(await user.use('get', 'city', { options: { defaultValue: 'nowhere' } }), { value: 'nowhere' });
  assert.equal(await user.use('set', 'city', { value: { name: 'Oslo' }, options: { brand: 'place', metadata: { by: 'ada' } } }), {});
  assert.equal(await user.use('get', 'city'), { value: { name: 'Oslo' } });
  assert.equal(await userOf(server, bob).use('get', 'city'), { value: null });
  assert.equal(await user.call('outside', { op: 'get', key: 'city', value: null, options: {} }), '');
});

test.run();
