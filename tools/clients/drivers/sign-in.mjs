/**
 * Connects; a client that was sent to sign in visits the page, redeems what came back with `finish`, and connects again.
 * @param open connects and gives the session, or throws
 * @param finish redeems the address that the browser came back to
 */
export async function connectSignedIn(signIn, open, finish) {
  try {
    return await open();
  } catch (error) {
    if (signIn?.provider.sentTo === undefined) throw error;
    await finish(await signIn.visit(signIn.provider.sentTo));
    return open();
  }
}
