import { resolve } from 'node:path';
import { encodeFields } from '../../test/support/oauth-driver.ts';
import { buildProject, type BuiltProject } from '../serving/build-project.ts';
import { freePort } from '../serving/free-port.ts';
import { newestNode } from '../serving/judges.ts';
import { serveBundle } from '../serving/serve-bundle.ts';
import { runLeg, type LegRun } from './run-leg.ts';

const project = resolve(import.meta.dirname, '../../fixtures/local-auth');
const clientId = 'conformance';
let built: Promise<BuiltProject> | undefined;

/** Runs the official suite's authorization scenarios against a built `auth: { mode: 'local' }`; what a person does in a browser is done here. */
export async function runAuthorizationLeg(
  leg: { readonly name: string; readonly args: readonly string[] },
  folder: string,
): Promise<LegRun> {
  built ??= buildProject(project, undefined, ['--no-check']);
  const { bundle } = await built;
  const callbackPort = await freePort();
  const redirectUris = [`http://127.0.0.1:${callbackPort}/callback`];
  const served = await serveBundle({
    bundle,
    node: newestNode(),
    env: { GIVEN_OPTIONS: JSON.stringify({ auth: { dcr: { clients: [{ clientId, redirectUris }] } } }) },
  });
  let printed = '';
  let signIn: Promise<void> | undefined;
  const onOutput = (text: string): void => {
    printed += text;
    const [address] = /https?:\/\/\S+\/oauth\/authorize\?\S+/.exec(printed) ?? [];
    // The whole line: the address ends where the line does.
    if (address === undefined || !printed.includes(`${address}\n`) || signIn !== undefined) return;
    signIn = signInAt(address);
    // Awaited after the suite has ended; until then a failure would be an unhandled rejection.
    signIn.catch(() => undefined);
  };
  try {
    const args = [...leg.args, '--client-id', clientId, '--port', String(callbackPort)];
    const run = await runLeg({ ...leg, args, command: 'authorization', onOutput }, served.origin, folder);
    await signIn;
    return run;
  } finally {
    await served.stop();
  }
}

/** Opens the page, sends the form with the page's cookie, and follows the redirect to the client. */
async function signInAt(address: string): Promise<void> {
  const page = await fetch(address);
  const pending = /name="pending_auth_id" value="([^"]+)"/.exec(await page.text())?.[1];
  const cookie = page.headers.getSetCookie().map((one) => one.split(';')[0]);
  if (pending === undefined) throw new Error(`no sign-in page at ${address}: ${page.status}`);
  const sent = await fetch(new URL('/oauth/callback', address), {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: cookie.join('; ') },
    body: encodeFields({ pending_auth_id: pending, email: 'ada@example.com', name: 'Ada' }),
  });
  const location = sent.headers.get('location');
  if (location === null) throw new Error(`the form was answered with ${sent.status} and no redirect`);
  await fetch(location);
}
