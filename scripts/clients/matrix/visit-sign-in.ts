import { encodeFields } from '../../../test/support/oauth-driver.ts';

/** What a person does in a browser: opens the page, sends the form with the page's cookie, and is sent back to the client. */
export async function visitSignIn(address: URL): Promise<URL> {
  const page = await fetch(address);
  const pending = /name="pending_auth_id" value="([^"]+)"/.exec(await page.text())?.[1];
  const cookie = page.headers.getSetCookie().map((one) => one.split(';')[0]);
  if (pending === undefined) throw new Error(`no sign-in page at ${address.href}: ${page.status}`);
  const sent = await fetch(new URL('/oauth/callback', address), {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: cookie.join('; ') },
    body: encodeFields({ pending_auth_id: pending, email: 'ada@example.com', name: 'Ada' }),
  });
  const location = sent.headers.get('location');
  if (location === null) throw new Error(`the form was answered with ${sent.status} and no redirect`);
  return new URL(location);
}
