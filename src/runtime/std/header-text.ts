/** Text that `error_description` (RFC 6749 section 5.2) and quoted header members may hold: printable ASCII without `"` and `\`. */
export const printable = (text: string): string =>
  text
    .replaceAll('"', "'")
    .replaceAll('\\', '/')
    .replaceAll(/[^\x20-\x7e]/g, '?');
