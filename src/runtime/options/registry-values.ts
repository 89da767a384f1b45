/** Longest name that the registry keeps, in characters. */
const maxNameLength = 200;
/** Longest description that the registry keeps, in characters. */
export const maxListingDescription = 100;

const namespacePattern = /^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])$/;
const serverNamePattern = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])$/;

/** Problem of a name in the public registry. */
export function registryNameProblem(name: string): string | undefined {
  const [namespace = '', server = '', ...more] = name.split('/');
  const isReverseDns = more.length === 0 && namespacePattern.test(namespace) && !namespace.includes('..') && serverNamePattern.test(server);
  if (!isReverseDns)
    return 'registry.name must be <namespace>/<name> in reverse-DNS form, such as com.example/weather: letters, digits, "." and "-" (in <name> also "_"), each part at least 2 characters, with a letter or digit at both ends';
  return name.length > maxNameLength ? `registry.name must have at most ${maxNameLength} characters` : undefined;
}

export const registryDescriptionProblem = (description: string): string | undefined =>
  description.trim() === '' || description.length > maxListingDescription
    ? `registry.description must have 1 to ${maxListingDescription} characters`
    : undefined;

export const publicKeyEnvProblem = (name: string): string | undefined =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)
    ? undefined
    : 'registry.publicKeyEnv must be an environment variable name: letters, digits and underscores, not beginning with a digit';

/** Base64 of 32 bytes. The last digit holds two bits of padding, which are zero. */
const ed25519Key = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/;
/** Base64 of 49 bytes that begin with 02 or 03: a compressed point of the curve P-384 (SEC 1 section 2.3.3). */
const ecdsaP384Key = /^A[g-z0-9+/][A-Za-z0-9+/]{63}[AQgw]==$/;
/** A record in the registry's form: members in this order, space only behind a semicolon. */
const recordForm = /^v=MCPv1;\s*k=(ed25519|ecdsap384);\s*p=([A-Za-z0-9+/=]+)$/;

/** The proof record for a public key, or for a whole record; undefined where a registry would accept neither. */
export function proofRecordOf(given: string): string | undefined {
  const text = given.trim();
  if (ed25519Key.test(text)) return `v=MCPv1; k=ed25519; p=${text}`;
  const [, algorithm, key = ''] = recordForm.exec(text) ?? [];
  const form = algorithm === 'ed25519' ? ed25519Key : ecdsaP384Key;
  return algorithm !== undefined && form.test(key) ? text : undefined;
}

/** Rule of public keys. */
export const publicKeyForm = 'must be the base64 of a 32-byte Ed25519 public key, or a record "v=MCPv1; k=…; p=…"';

export const publicKeyProblem = (key: string): string | undefined =>
  proofRecordOf(key) === undefined ? `registry.publicKey ${publicKeyForm}` : undefined;

/** Hosts of code that the registry knows by name. */
const repositorySources = ['github', 'gitlab'];

/** Problems of `registry.repository`. */
export function repositoryProblem(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { source, subfolder, url, ...others }: Readonly<Record<string, unknown>> = { ...value };
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return `registry.repository has the unknown member "${unknown}"; expected { url, source, subfolder? }`;
  if (typeof source !== 'string' || !repositorySources.includes(source)) return 'registry.repository.source must be github or gitlab';
  if (typeof url !== 'string' || repositoryUrlProblem(url, source) !== undefined)
    return `registry.repository.url ${repositoryUrlProblem(typeof url === 'string' ? url : '', source) ?? ''}`;
  if (subfolder === undefined) return undefined;
  return typeof subfolder === 'string' && isSubfolder(subfolder)
    ? undefined
    : 'registry.repository.subfolder must be a path below the root of the repository, without "." and ".." parts';
}

/** The registry accepts a repository's own address only, not a page or a branch of it. */
function repositoryUrlProblem(url: string, source: string): string | undefined {
  const path = source === 'github' ? '[\\w.-]+/[\\w.-]+' : '[\\w.-]+(?:/[\\w.-]+)+';
  return new RegExp(`^https?://(?:www\\.)?${source}\\.com/${path}/?$`).test(url)
    ? undefined
    : `must be the address of a repository: https://${source}.com/<owner>/<repository>`;
}

const isSubfolder = (path: string): boolean =>
  /^[A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*$/.test(path) && !path.split('/').some((part) => part === '.' || part === '..');

/** Members of `registry` that need each other. */
export function registryProblems(value: unknown): readonly (readonly [text: string, given: unknown])[] {
  if (typeof value !== 'object' || value === null) return [];
  const fields: Readonly<Record<string, unknown>> = { ...value };
  const { description, name } = fields;
  if (name !== undefined)
    return description === undefined ? [['registry.description is required when registry.name is set', description]] : [];
  const nameless = ['serverCard', 'aiCatalog'].filter((member) => fields[member] === true);
  return nameless.map((member) => [`registry.${member}: true needs registry.name: the document is about a server with a name`, name]);
}
