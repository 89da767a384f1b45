/** Name of the generated module from which a further bundle of a target begins; the server's own begins from `entry`. */
export const furtherEntry = (key: string): string => `entry-${key}`;
