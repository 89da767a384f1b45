/** Documented targets that this version does not have, each with what to write instead. */
const absentTargets: Readonly<Record<string, string>> = {
  sdk: 'Import the class in your program and call it in process: `createDirect(Server)`',
};

/** What to write instead of a target; undefined for one that no document names. */
export const insteadOfTarget = (name: string): string | undefined => (Object.hasOwn(absentTargets, name) ? absentTargets[name] : undefined);
