/** A header cannot carry every text as it is: the others go as base64 of UTF-8 (SEP-2243). */
export function headerText(text: string): string {
  const isPlain = /^[!-~](?:[ -~]*[!-~])?$/.test(text) && !text.startsWith('=?base64?');
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}
