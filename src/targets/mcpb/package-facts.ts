import { ownMemberOf, trimmedText, withoutUndefined } from '@service/sdk/internal';
import type { JsonObject } from '@service/sdk/model';

export interface Author {
  readonly name: string;
  readonly email?: string;
  readonly url?: string;
}

/** Fields of package.json that a manifest uses; malformed ones are left out. */
export interface PackageFacts {
  readonly description?: string;
  readonly author?: Author;
  readonly license?: string;
  readonly homepage?: string;
  readonly repository?: string;
  readonly support?: string;
  readonly keywords?: readonly string[];
}

/** Reads the fields in each form that npm allows. */
export function readPackageFacts(manifest: JsonObject = {}): PackageFacts {
  const { author, bugs, description, homepage, keywords, license, repository } = manifest;
  return withoutUndefined({
    description: trimmedText(description),
    author: readAuthor(author),
    license: trimmedText(license),
    homepage: webPage(homepage),
    repository: readRepository(repository),
    support: webPage(bugs) ?? webPage(ownMemberOf(bugs, 'url')),
    keywords: Array.isArray(keywords) ? keywords.filter((word) => typeof word === 'string') : undefined,
  });
}

/** Pages that a manifest may name. */
export function isWebPage(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

/** Accepts common addresses, and none that the format's own check refuses. */
export const isMailAddress = (value: string): boolean => /^[\w.+-]+@[A-Za-z\d](?:[A-Za-z\d.-]*[A-Za-z\d])?\.[A-Za-z]{2,}$/.test(value);

function webPage(value: unknown): string | undefined {
  const text = trimmedText(value);
  return text !== undefined && isWebPage(text) ? text : undefined;
}

/** `Name <mail> (url)`, or an object of the three. */
function readAuthor(value: unknown): Author | undefined {
  const text = trimmedText(value);
  const [, written] = /^([^<(]*)/.exec(text ?? '') ?? [];
  const name = trimmedText(text === undefined ? ownMemberOf(value, 'name') : written);
  if (name === undefined) return undefined;
  const email = trimmedText(text === undefined ? ownMemberOf(value, 'email') : /<([^>]*)>/.exec(text)?.[1]);
  const url = webPage(text === undefined ? ownMemberOf(value, 'url') : /\(([^)]*)\)/.exec(text)?.[1]);
  return withoutUndefined({ name, email: email !== undefined && isMailAddress(email) ? email : undefined, url });
}

const hosts: Readonly<Record<string, string>> = {
  github: 'https://github.com/',
  gitlab: 'https://gitlab.com/',
  bitbucket: 'https://bitbucket.org/',
};

/** Every form that npm allows as the address of a page: `owner/name`, `gitlab:owner/name`, `git+https://…`, `git@host:owner/name`. */
function readRepository(value: unknown): string | undefined {
  const text = trimmedText(value) ?? trimmedText(ownMemberOf(value, 'url'));
  if (text === undefined) return undefined;
  const [, host = 'github', path] = /^(?:(github|gitlab|bitbucket):)?([\w.-]+\/[\w.-]+)$/.exec(text) ?? [];
  if (path !== undefined) return `${hosts[host] ?? ''}${path}`;
  const [, server, rest] = /^(?:ssh:\/\/)?git@([\w.-]+)[:/](.+)$/.exec(text) ?? [];
  const address = server === undefined ? text.replace(/^git\+/, '').replace(/^git:\/\//, 'https://') : `https://${server}/${rest ?? ''}`;
  return webPage(address.replace(/\.git$/, ''));
}
