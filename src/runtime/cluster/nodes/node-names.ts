/** It stands in a header, a cookie, a key, a channel and the log: nothing in it can end one of those and begin another. */
export const isMachineId = (text: string): boolean => /^[A-Za-z0-9._-]{1,128}$/.test(text);
