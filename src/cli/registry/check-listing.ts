import { fieldsOf, isTextUpTo } from '@service/sdk/internal';
import { listOf, textOf, type Fields } from './fields.ts';

/** One thing that the registry would refuse, known without asking it. */
export interface ListingProblem {
  /** `packages[0].identifier` */
  readonly path: string;
  readonly problem: string;
}

type Report = (path: string, problem: string) => void;

const schemaForm = /^https:\/\/static\.modelcontextprotocol\.io\/schemas\/\d{4}-\d{2}-\d{2}\/server\.schema\.json$/;
const maxMetaBytes = 4096;
const publisherMeta = 'io.modelcontextprotocol.registry/publisher-provided';

/** Faults of a listing by the published rules of the registry. */
export function checkListing(listing: Fields): readonly ListingProblem[] {
  const problems: ListingProblem[] = [];
  const report: Report = (path, problem) => void problems.push({ path, problem });
  checkHead(listing, report);
  if (listing['repository'] !== undefined) checkRepository(fieldsOf(listing['repository']), report);
  listOf(listing['icons']).forEach((item, at) => checkIcon(item, `icons[${at}]`, report));
  listOf(listing['packages']).forEach((item, at) => checkPackage(item, `packages[${at}]`, report));
  listOf(listing['remotes']).forEach((item, at) => checkRemote(item, `remotes[${at}]`, report));
  const meta = fieldsOf(listing['_meta'])[publisherMeta];
  if (meta !== undefined && Buffer.byteLength(JSON.stringify(meta)) > maxMetaBytes)
    report(`_meta["${publisherMeta}"]`, `must have at most ${maxMetaBytes} bytes as JSON`);
  return problems;
}

const isHttps = (url: unknown): boolean => typeof url === 'string' && URL.canParse(url) && new URL(url).protocol === 'https:';
function hasCredentials(url: string): boolean {
  const { password, username } = new URL(url);
  return username !== '' || password !== '';
}

const isVersion = (version: unknown): boolean =>
  isTextUpTo(version, 255) && version !== 'latest' && !/^[\^~<>=]|\s-\s|\|\||(?:^|\.)[xX*](?:$|\.)/.test(version);

function checkHead({ $schema, description, name, title, version, websiteUrl }: Fields, report: Report): void {
  if (typeof $schema !== 'string' || !schemaForm.test($schema)) report('$schema', 'must be the address of a schema of the registry');
  const part = '[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])';
  if (!isTextUpTo(name, 200) || !new RegExp(`^${part}/${part.replace('.-', '._-')}$`).test(name))
    report('name', 'must be <namespace>/<name> in reverse-DNS form, at most 200 characters');
  if (!isTextUpTo(description, 100))
    report(
      'description',
      typeof description === 'string'
        ? `must have 1 to 100 characters, and has ${description.length}: set registry.description of @Service`
        : 'is missing: set registry.description of @Service',
    );
  if (!isVersion(version)) report('version', 'must be one exact version, not a range and not "latest"');
  if (title !== undefined && !isTextUpTo(title, 100)) report('title', 'must have 1 to 100 characters');
  if (websiteUrl !== undefined && !isHttps(websiteUrl)) report('websiteUrl', 'must be an https address');
}

function checkRepository({ source, subfolder, url }: Fields, report: Report): void {
  const path = source === 'gitlab' ? '[\\w.-]+(?:/[\\w.-]+)+' : '[\\w.-]+/[\\w.-]+';
  if (source !== 'github' && source !== 'gitlab') report('repository.source', 'must be github or gitlab');
  else if (typeof url !== 'string' || !new RegExp(`^https?://(?:www\\.)?${source}\\.com/${path}/?$`).test(url))
    report('repository.url', `must be the address of a repository: https://${source}.com/<owner>/<repository>`);
  const isPath = typeof subfolder === 'string' && /^[\w.-]+(?:\/[\w.-]+)*$/.test(subfolder) && !/(?:^|\/)\.\.?(?:\/|$)/.test(subfolder);
  if (subfolder !== undefined && !isPath) report('repository.subfolder', 'must be a path below the root of the repository');
}

const iconTypes = ['image/png', 'image/jpeg', 'image/jpg', 'image/svg+xml', 'image/webp'];

function checkIcon({ mimeType, sizes, src }: Fields, path: string, report: Report): void {
  if (!isHttps(src) || textOf(src).length > 255) report(`${path}.src`, 'must be an https address of at most 255 characters');
  if (mimeType !== undefined && !iconTypes.includes(textOf(mimeType))) report(`${path}.mimeType`, `must be one of ${iconTypes.join(', ')}`);
  const hasSizes = Array.isArray(sizes) && sizes.every((size) => typeof size === 'string' && /^(?:\d+x\d+|any)$/.test(size));
  if (sizes !== undefined && !hasSizes) report(`${path}.sizes`, 'must be sizes such as 48x48, or any');
}

function checkPackage(item: Fields, path: string, report: Report): void {
  const { fileSha256, identifier, registryType, version } = item;
  if (!['npm', 'pypi', 'nuget', 'oci', 'mcpb'].includes(String(registryType)))
    report(`${path}.registryType`, 'must be npm, pypi, nuget, oci or mcpb');
  if (typeof identifier !== 'string' || identifier === '' || /\s/.test(identifier))
    report(`${path}.identifier`, 'must be a name without spaces');
  if (registryType === 'npm' && !isVersion(version)) report(`${path}.version`, 'must be one exact version');
  if (registryType === 'npm' && fileSha256 !== undefined) report(`${path}.fileSha256`, 'must be absent for npm');
  if (registryType === 'mcpb' && !/^[a-f0-9]{64}$/.test(String(fileSha256)))
    report(`${path}.fileSha256`, 'must be the SHA-256 of the file in 64 lower-case hex digits');
  const { type, url } = fieldsOf(item['transport']);
  if (!['stdio', 'streamable-http', 'sse'].includes(String(type)))
    report(`${path}.transport.type`, 'must be stdio, streamable-http or sse');
  else if ((type === 'stdio') !== (url === undefined))
    report(`${path}.transport.url`, type === 'stdio' ? 'must be absent for stdio' : 'is missing');
}

function checkRemote({ type, url }: Fields, path: string, report: Report): void {
  if (type !== 'streamable-http' && type !== 'sse') report(`${path}.type`, 'must be streamable-http or sse');
  const host = isHttps(url) ? new URL(String(url)).hostname : '';
  if (host === '' || host === 'localhost' || host.endsWith('.localhost') || /^(?:127\.|\[::1\])/.test(host))
    report(`${path}.url`, 'must be an https address that others can reach: set --url, or registry.url of the config');
  else if (hasCredentials(String(url))) report(`${path}.url`, 'must hold no user name and no password: a listing is public');
}
