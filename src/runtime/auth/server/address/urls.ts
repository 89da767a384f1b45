/** A URL in the one form that two spellings of it share: case of scheme and host, default port, and no trailing slash. */
function normaliseUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.hash === '' ? url.href.replace(/\/$/, '') : undefined;
}

/** Whether two texts name one place; what is no URL names only itself. */
export const sameUrl = (left: string, right: string): boolean =>
  left === right || (normaliseUrl(left) !== undefined && normaliseUrl(left) === normaliseUrl(right));

/** Reached from this computer only: `localhost`, 127.0.0.0/8 and ::1, judged on the parsed host, never on the text. */
export function isLoopbackUrl(url: URL): boolean {
  const { hostname } = url;
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
