/** One client has a whole /64 of IPv6 (RFC 6177): the first four groups, in the form that hosts print addresses (RFC 5952). */
export const networkOf = (address: string): string =>
  address.includes('.') ? address : `${address.replace(/::.*/, '')}:0:0:0`.split(':', 4).join();
