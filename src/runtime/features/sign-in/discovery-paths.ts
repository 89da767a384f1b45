import type { HttpSettings } from '../../http/http-settings.ts';

/** Below which paths clients ask for the metadata of the resource and of its issuer (RFC 8414 section 3, RFC 9728 section 3.1). */
export function discoveryPaths({ entryPath, mount, publicUrl }: HttpSettings, issuer: string | undefined) {
  const own = entryPath === '/' || mount !== undefined ? '' : entryPath;
  return {
    resourcePaths: [own, `${pathOf(publicUrl)}${own}`],
    issuerPaths: [pathOf(issuer ?? publicUrl)],
    pinned: publicUrl !== undefined,
  };
}

const pathOf = (url: string | undefined): string => (url === undefined ? '' : new URL(url).pathname.replace(/\/$/, ''));
