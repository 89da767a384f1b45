import { httpVariableTexts, serverVariableTexts } from '@service/sdk/options';

/** Failures that name something missing on this machine. */
const patterns = [
  /\b(?:StorageConnectionError|STORAGE_CONNECTION_ERROR|StorageNotConfiguredError|JwtSecretRequiredError|JwtSecretWeakError|SqliteDecryptionError)\b/,
  // JwtSecretWeakError in an answer of a worker.
  /"code":"JWT_SECRET_INVALID"/,
  // An older Node than its native packages ask for.
  /\bneeds Node >= [\d.]+, found v/,
  /\b[Ss]et (?:the secret )?[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/,
];

/** Variables that every server reads. */
const ofEveryServer = new Set(Object.keys({ ...httpVariableTexts, ...serverVariableTexts }));

/** A start that refuses a value of an option: `auth.clientId is needed …`, alone, behind the server's name or in an answer of a worker. */
const optionFault = /(?:^|(?<!Error): |"message":")[a-z]\w*(?:\.\w+)+ (?:is|must|needs|has)\b/;

export interface StartConditions {
  /** Variables that the start had. */
  readonly variables: Readonly<Record<string, string>>;
  /** Texts of the project's files. */
  readonly sources: Iterable<string>;
  /** Names of variables that the definitions read and that have no value here. */
  readonly unset: readonly string[];
}

/**
 * Whether a failed start is caused by this machine, so that the artifact may work elsewhere: a store is missing, a variable is not set, or
 * an option has a wrong value while a variable that decides options is not set.
 */
export function isEnvironmentFailure(said: string, { sources, unset, variables }: StartConditions): boolean {
  if (patterns.some((pattern) => pattern.test(said))) return true;
  if (unset.length > 0 && optionFault.test(said)) return true;
  const names = (said.match(/\b[A-Z][A-Z0-9_]*[A-Z0-9]\b/g) ?? []).filter((name) => !Object.hasOwn(variables, name));
  const texts = [...sources];
  return names.some((name) => ofEveryServer.has(name) || texts.some((text) => namesVariable(text, name)));
}

/** A name of one word may be prose, so it counts only where it is read or quoted. */
const namesVariable = (text: string, name: string): boolean =>
  name.includes('_') ? text.includes(name) : [`env.${name}`, `'${name}'`, `"${name}"`].some((form) => text.includes(form));
