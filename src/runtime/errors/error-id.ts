/** `err_` and 16 hexadecimal digits: what a caller quotes and an operator searches the log for. */
export function newErrorId(): string {
  const [bits = 0n] = crypto.getRandomValues(new BigUint64Array(1));
  return `err_${bits.toString(16).padStart(16, '0')}`;
}
