import { httpVariableTexts, serverVariableTexts } from '@service/sdk/options';

/** Failures that say of themselves that the machine lacks something. */
const patterns = [
  /\b(?:StorageConnectionError|STORAGE_CONNECTION_ERROR|StorageNotConfiguredError|JwtSecretRequiredError|JwtSecretWeakError|SqliteDecryptionError)\b/,
  /\b[Ss]et (?:the secret )?[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/,
];

/** Variables that a server reads although no source names them. */
const ofEveryServer = new Set(Object.keys({ ...httpVariableTexts, ...serverVariableTexts }));

/**
 * Whether a failed start says that this machine lacks something, so that the artifact may be sound: a store, or a variable that
 * every server knows or the sources name, and that has no value here.
 */
export function machineLacks(said: string, variables: Readonly<Record<string, string>>, sources: Iterable<string>): boolean {
  if (patterns.some((pattern) => pattern.test(said))) return true;
  const names = (said.match(/\b[A-Z][A-Z0-9_]*[A-Z0-9]\b/g) ?? []).filter((name) => !Object.hasOwn(variables, name));
  const texts = [...sources];
  return names.some((name) => ofEveryServer.has(name) || texts.some((text) => namesVariable(text, name)));
}

/** A name of one word is also a word of prose, so it counts only where it is read or quoted. */
const namesVariable = (text: string, name: string): boolean =>
  name.includes('_') ? text.includes(name) : [`env.${name}`, `'${name}'`, `"${name}"`].some((form) => text.includes(form));
