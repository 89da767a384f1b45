/* Guards that only run time shows: the build left them out, so the server must not start open. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SignInProject } from '../support/sign-in-project.ts';

const project = new SignInProject();
test.before(() => project.build());
test.after(() => project.close());

const unplanned = {
  'auth.consent': { consent: { enabled: true } },
  'auth.incrementalAuth': { incrementalAuth: {} },
  'auth.publicAccess': { publicAccess: { tools: ['whoami'] } },
  'auth.revocation': { revocation: true },
  'auth.mode': { mode: 'static', tokens: ['0123456789abcdef'] },
};

for (const [option, auth] of Object.entries(unplanned)) {
  test(`[I6.composition.unplanned] ${option} that the build could not see stops the start`, async () => {
    const { code, stderr } = await project.start({ options: { auth } });
    assert.is(code, 1, stderr);
    assert.match(stderr, `${option} was not there when the server was built: set it unconditionally and build again`);
  });
}

test.run();
