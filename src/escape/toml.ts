/**
 * A basic string of TOML 1.0. Its escapes are those of JSON, but it refuses an unescaped DEL and surrogates that make no character, which
 * are replaced as in UTF-8.
 */
export const tomlString = (text: string): string =>
  JSON.stringify(text.replaceAll(/\p{Surrogate}/gu, '\uFFFD')).replaceAll('\u007F', '\\u007F');
